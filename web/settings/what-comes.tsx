import { useQuery } from '@tanstack/react-query';
import { clockTime } from '../../src/contracts/words/format.ts';
import { type AllSettings, channelsQuery, notificationsQuery, timeQuery } from '../api/settings.ts';
import { SettingsBlock } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import textStyles from '../ui/text.module.css';

interface Coming {
  readonly kind: string;
  readonly when: string;
  readonly push: string;
  readonly mail: string;
}

const yes = (on: boolean): string => (on ? 'yes' : 'no');

/** What comes, when and by which way, with the saved settings. docs/messages.md says the same of all messages. */
function comingWith(
  notifications: AllSettings['notifications'],
  channels: AllSettings['channels'],
  reminderTime: string,
): readonly Coming[] {
  const { taskReminders, verificationUpdates, weeklyReports } = notifications;
  const [reminded, judged] = [channels.push && taskReminders, channels.push && verificationUpdates];
  const evening = taskReminders && channels.eveningMail ? (channels.push ? 'only without push' : 'yes') : 'no';
  return [
    {
      kind: 'Daily reminder',
      when: `At ${clockTime(reminderTime)}, if nothing is due that day`,
      push: yes(reminded),
      mail: yes(taskReminders),
    },
    { kind: 'Due soon', when: '24 hours and 2 hours before a task is due', push: yes(reminded), mail: 'no' },
    { kind: 'Missed', when: 'When a due time passes, before your partner hears of it', push: yes(reminded), mail: 'no' },
    { kind: 'Evening', when: `What is still open, at ${clockTime(channels.eveningTime)}`, push: yes(reminded), mail: evening },
    { kind: 'Verdict', when: 'When proof was judged, or an appeal answered', push: yes(judged), mail: yes(verificationUpdates) },
    { kind: 'Proof due', when: '30 minutes before a proof deadline', push: yes(reminded), mail: yes(verificationUpdates) },
    { kind: 'Weekly report and assessment', when: 'At the chosen day and time', push: 'no', mail: yes(weeklyReports) },
  ];
}

const COLUMNS = [
  {
    key: 'kind',
    head: 'Kind',
    row: true,
    cell: ({ kind, when }: Coming) => (
      <>
        {kind}
        <br />
        <span className={textStyles.faint}>{when}</span>
      </>
    ),
  },
  { key: 'push', head: 'Push', cell: ({ push }: Coming) => push },
  { key: 'mail', head: 'Mail', cell: ({ mail }: Coming) => mail },
];

export function WhatComes() {
  const [notifications, channels, time] = [useQuery(notificationsQuery()), useQuery(channelsQuery()), useQuery(timeQuery())];
  if (!notifications.data || !channels.data || !time.data) return null;
  const rows = comingWith(notifications.data.value, channels.data.value, time.data.value.todoReminderTime);
  return (
    <SettingsBlock title="What comes" text="With the settings above, as they are saved. Alerts in the program always come.">
      <Table caption="What comes, and by which way" columns={COLUMNS} rows={rows} rowKey={({ kind }) => kind} />
    </SettingsBlock>
  );
}
