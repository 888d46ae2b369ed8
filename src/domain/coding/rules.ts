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

/** Without examples nothing was checked, so nothing has passed. */
export const hasPassedAll = ({ passed, total }: { readonly passed: number; readonly total: number }): boolean =>
  total > 0 && passed === total;

/** Whether it can be handed in as proof: an attempt solved it, or it has code but no examples, so that a person has to judge. */
export const isAnswered = ({ completed, attempts, examples }: Standing): boolean => completed || (attempts > 0 && examples === 0);

export const MOST_OF_TASK = 20;
export const MOST_OF_OWNER = 2_000;
export const MOST_ATTEMPTS = 200;
export const MOST_EDITS = 200;
export const PAGES_A_DAY = 100;
export const ATTEMPTS_A_DAY = 300;
