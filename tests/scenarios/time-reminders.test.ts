import { describe, expect, test } from 'vitest';
import { ON_FILES } from '../support/periods.ts';
import { storyIn } from '../support/reminders.ts';

describe('a scheduled message', { timeout: 60_000 }, async () => {
  const installation = await ON_FILES.open('2026-11-23T09:00:00Z');

  test('escalates at its instant even if the owner moves to another zone before', async () => {
    await installation.play('2026-11-30T20:00:00Z', async (period) => {
      const ada = await period.signUp('ada', 'Europe/Berlin');
      await period.to('2026-12-01T07:10:00Z');
      await ada.moveZone('America/Los_Angeles');
      await period.to('2026-12-01T16:00:00Z');
      expect(await storyIn(period, ada, '2026-12-01')).toEqual([
        'ReminderCame 2026-12-01T07:00:00.000Z sent',
        'EscalationCame 2026-12-01T07:30:00.000Z no_partner',
      ]);
      await period.to('2026-12-02T16:00:00Z');
      expect(await storyIn(period, ada, '2026-12-02')).toContain('ReminderCame 2026-12-02T16:00:00.000Z sent');
      expect((await ada.mails()).slice(1)).toHaveLength(2);
    });
  });

  test('follows the settings of its instant: a change one second before counts, one second after does not', async () => {
    await installation.play('2026-12-07T20:00:00Z', async (period) => {
      const [mover, quiet] = await Promise.all([period.signUp('mover', 'Europe/Berlin'), period.signUp('quiet', 'Europe/Berlin')]);
      await period.to('2026-12-08T06:59:59Z');
      await mover.choose('time', { todo_reminder_time: '09:00' });
      await quiet.choose('notifications', { task_reminders: false });
      await period.to('2026-12-08T07:00:01Z');
      await quiet.choose('notifications', { task_reminders: true });
      await period.to('2026-12-09T07:00:01Z');
      await quiet.choose('notifications', { task_reminders: false });
      await period.to('2026-12-09T08:00:01Z');
      await mover.choose('time', { todo_reminder_time: '10:00' });
      await period.to('2026-12-10T20:00:00Z');
      const reminders = async (date: string) => (await storyIn(period, mover, date)).filter((line) => line.startsWith('Reminder'));
      expect(await reminders('2026-12-08')).toEqual(['ReminderCame 2026-12-08T08:00:00.000Z sent']);
      expect(await reminders('2026-12-09')).toEqual(['ReminderCame 2026-12-09T08:00:00.000Z sent']);
      expect(await reminders('2026-12-10')).toEqual(['ReminderCame 2026-12-10T09:00:00.000Z sent']);
      expect(await storyIn(period, quiet, '2026-12-08')).toEqual(['ReminderCame 2026-12-08T07:00:00.000Z off']);
      expect(await storyIn(period, quiet, '2026-12-09')).toEqual([
        'ReminderCame 2026-12-09T07:00:00.000Z sent',
        'EscalationCame 2026-12-09T07:30:00.000Z off',
      ]);
    });
  });

  test('does not escalate if a task is created one second before; otherwise the partner is notified once', async () => {
    await installation.play('2026-12-14T20:00:00Z', async (period) => {
      const [filer, idle] = await Promise.all([period.signUp('filer', 'Europe/Berlin'), period.signUp('idle', 'Europe/Berlin')]);
      const partners = [`of-${filer.email}`, `of-${idle.email}`] as const;
      await Promise.all([filer.partner(partners[0]), idle.partner(partners[1])]);
      await period.to('2026-12-15T07:29:59Z');
      await filer.promise({ title: 'Just so', due_date: '2026-12-15' });
      await period.to('2026-12-15T07:30:00Z');
      const at = '2026-12-15T07:30:00.000Z';
      const reminded = 'ReminderCame 2026-12-15T07:00:00.000Z sent';
      expect(await storyIn(period, filer, '2026-12-15')).toEqual([reminded, `EscalationCame ${at} filled`]);
      expect(await storyIn(period, idle, '2026-12-15')).toEqual([reminded, `EscalationCame ${at} escalated`]);
      const messages = await Promise.all(partners.map(async (address) => (await period.mailsTo(address)).slice(1).map((mail) => mail.at)));
      expect(messages).toEqual([[], [at]]);
    });
  });
});
