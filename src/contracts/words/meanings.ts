/** The meaning of the numbers in a report. Screens, HTML, PDF and the partner’s page show these sentences. */
export const MEANINGS = {
  planned: {
    term: 'Planned',
    sentence: 'All that was due in the period: kept, missed, skipped and open together. A task that was moved counts on its new date.',
  },
  kept: {
    term: 'Kept',
    sentence: 'Completed by its due time and, where proof is asked for, verified or accepted on the owner’s own word.',
  },
  missed: { term: 'Missed', sentence: 'Not completed by its due time. Done afterwards, it is late as well, and the miss stays.' },
  skipped: { term: 'Skipped', sentence: 'Given up before the deadline, with a reason. It counts neither for nor against.' },
  open: { term: 'Open', sentence: 'Not decided yet: still to be done, or waiting for its proof.' },
  postponed: { term: 'Postponed', sentence: 'Tasks moved to a later date, each counted once however often it moved.' },
  taken_back: { term: 'Taken back', sentence: 'Tasks deleted, or freed of their date, before it came. They are part of no other number.' },
  late: { term: 'Late', sentence: 'Missed, and completed afterwards. Part of missed.' },
  completion_rate: { term: 'Completion rate', sentence: 'Kept, divided by kept and missed together.' },
  streak: {
    term: 'Streak',
    sentence:
      'Days in a row on which all that was due was kept. Days with nothing due, or with skips alone, change nothing. A freeze covers one day with a miss and does not hide it.',
  },
  delay: {
    term: 'Delay',
    sentence: 'Done minus due, in whole minutes, for what was due in the period. The median: half came earlier, half later.',
  },
  hours: { term: 'By hour', sentence: 'What was completed in the period, by the local hour in which it was done.' },
} as const satisfies Record<string, { term: string; sentence: string }>;
export type Meaning = keyof typeof MEANINGS;

export const meanings = (...names: readonly Meaning[]) => names.map((name) => MEANINGS[name]);
