import type { MarkName } from '../ui/mark.tsx';

export interface Step {
  readonly title: string;
  readonly text: string;
  /** The marks before and after, which are the illustration of the step. */
  readonly marks: readonly [MarkName, MarkName];
}

export const STEPS: readonly Step[] = [
  {
    title: 'Smart Task Management',
    text: 'Write one line: what you will do, and until when. It stays in the ledger until it is kept, skipped with a reason, or missed.',
    marks: ['pending', 'completed'],
  },
  {
    title: 'Accountability Partner',
    text: 'One person hears of what you miss, and signs off what you prove.',
    marks: ['in_review', 'verified'],
  },
  {
    title: 'Smart Notifications',
    text: 'A reminder at the hour you choose, and a word before a deadline passes. One mail where three would do.',
    marks: ['in_progress', 'awaiting_proof'],
  },
  {
    title: 'Personalized Settings',
    text: 'Your zone, your hours, your routines, and how much your partner reads. All of it is under Settings.',
    marks: ['taken_back', 'pending'],
  },
];
