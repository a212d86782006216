import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_rules_in_the_log'),
        ('tournaments', '0005_reserve_sheet'),
    ]

    operations = [
        migrations.AddField(
            model_name='phase',
            name='cut',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name='phase',
            name='others',
            field=models.CharField(choices=[('stop', 'stop playing'), ('play', 'play on at tables of their own (final B), Danish')], default='stop', max_length=4, verbose_name='the others'),
        ),
        migrations.AddField(
            model_name='phase',
            name='qualify_each',
            field=models.PositiveSmallIntegerField(default=0, help_text='So many of each group of the phase before play this one; without groups, of the standings. 0: everybody plays.', validators=[django.core.validators.MaxValueValidator(64)], verbose_name='a final of the first'),
        ),
        migrations.AddField(
            model_name='phase',
            name='qualify_next',
            field=models.PositiveSmallIntegerField(default=0, help_text='Who comes next in each group is compared by V.P. per match: so many of them play too. After 2 of each group and here 2: the two best thirds.', validators=[django.core.validators.MaxValueValidator(25)], verbose_name='and of the best behind them'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='cut',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='qualifies_for',
            field=models.ForeignKey(blank=True, help_text="The final that this tournament sends its best to, if it is one of the club's.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='satellites', to='tournaments.tournament', verbose_name='qualifies for'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='qualifies_for_name',
            field=models.CharField(blank=True, help_text='Its name, if it is not in the list. Tournaments that name it alike share its places.', max_length=120, verbose_name='or for an event of others'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='qualifying_places',
            field=models.PositiveSmallIntegerField(blank=True, help_text='One place a person: who has one from another tournament is passed over.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(500)], verbose_name='how many qualify'),
        ),
        migrations.AlterField(
            model_name='act',
            name='verb',
            field=models.CharField(choices=[('create', 'Tournament created'), ('change', 'Tournament changed'), ('publish', 'Tournament published'), ('enter', 'Entry added'), ('entry_state', 'Entry changed'), ('promote', 'Entry taken from the waiting list'), ('check_in', 'Check-in opened'), ('close_check_in', 'Check-in closed'), ('draw', 'Round drawn'), ('swap', 'Seats swapped'), ('line_up', 'Line-up changed'), ('undo_draw', 'Draw undone'), ('confirm', 'Round confirmed'), ('back_to_draft', 'Round back to draft'), ('announce', 'Round announced'), ('start', 'Round started'), ('close', 'Round closed'), ('take_back', 'Announcement taken back'), ('reopen', 'Round reopened'), ('score', 'Score entered'), ('correct', 'Score corrected'), ('penalty', 'Penalty given'), ('revoke_penalty', 'Penalty revoked'), ('late', 'Late entry seated'), ('absence', 'Absence at the table'), ('withdraw', 'Entry withdrawn'), ('substitute', 'Player replaced'), ('add_round', 'Round added'), ('drop_round', 'Round taken away'), ('move_table', 'Table moved'), ('postpone', 'Match put off'), ('award', "Referee's score given"), ('call', 'Referee called'), ('qualify', 'Who goes on decided'), ('objection', 'Objection made'), ('answer', 'Objection answered'), ('undo', 'Act undone'), ('restore', 'Evening taken back to a moment'), ('provisional', 'Provisional standings published'), ('final', 'Standings declared final')], max_length=16),
        ),
        migrations.AddConstraint(
            model_name='phase',
            constraint=models.CheckConstraint(condition=models.Q(('qualify_next', 0), ('qualify_each__gt', 0), _connector='OR'), name='phase_next_behind_the_first', violation_error_message='Say first how many of each group play the final.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('qualifies_for__isnull', True), ('qualifies_for_name', ''), _connector='OR'), name='tournament_one_final', violation_error_message='Choose the final from the list, or write its name: not both.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('qualifies_for__isnull', True), models.Q(('qualifies_for', models.F('id')), _negated=True), _connector='OR'), name='tournament_not_its_own_final', violation_error_message='A tournament does not qualify for itself.'),
        ),
    ]
