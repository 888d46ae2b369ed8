/** What counts when it is said how a code task stands. */
interface Standing {
  readonly stated: boolean;
  readonly examples: number;
  readonly attempts: number;
  readonly completed: boolean;
}

export type CodeTaskStatus = 'ready' | 'needs_statement' | 'attempted' | 'completed';

export function statusOf({ stated, attempts, completed }: Standing): CodeTaskStatus {
  if (completed) return 'completed';
  if (attempts > 0) return 'attempted';
  return stated ? 'ready' : 'needs_statement';
}

/** Whether an attempt passed every example. Where there is none, nothing was shown. */
export const hasPassedAll = ({ passed, total }: { readonly passed: number; readonly total: number }): boolean =>
  total > 0 && passed === total;

/** Whether it can be handed in as proof: it was solved, or there is code for somebody to judge since nothing can check it. */
export const isAnswered = ({ completed, attempts, examples }: Standing): boolean => completed || (attempts > 0 && examples === 0);

/** The most questions of a task. */
export const MOST_OF_TASK = 20;
/** The most questions of an account. */
export const MOST_OF_OWNER = 2_000;
/** The most attempts that are kept of a question. */
export const MOST_ATTEMPTS = 200;
/** How often a question can be changed. */
export const MOST_EDITS = 200;
/** How many pages are read for an owner within 24 hours. */
export const PAGES_A_DAY = 100;
/** How many attempts an owner can submit within 24 hours. */
export const ATTEMPTS_A_DAY = 300;
