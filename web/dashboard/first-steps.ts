import { useState } from 'react';
import type { Task } from '../api/tasks.ts';
import { readStored, storeInBrowser } from '../lib/browser-storage.ts';
import { useArchive } from '../tasks/archive.ts';

/** What a new person is asked on the dashboard, in this order. */
export const FIRST_STEPS = ['promise', 'settings', 'partner'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const KEY = 'firstSteps';
type Kept = FirstStep | 'done' | null;

const isStep = (value: unknown): value is Exclude<Kept, null> => value === 'done' || FIRST_STEPS.some((step) => step === value);
function keptStep(): Kept {
  const kept = readStored(KEY);
  return isStep(kept) ? kept : null;
}

/** The step to show. A person who has tasks, and has not begun the steps in this browser, is not new. */
export function firstStepOf(kept: Kept, has: { readonly tasks: boolean; readonly archived: boolean }): FirstStep | null {
  if (kept === 'done') return null;
  if (kept !== null && kept !== 'promise') return kept;
  return has.tasks || has.archived ? null : 'promise';
}

/** `loading`: there is no task, and whether the person is new is not known yet. `go` shows another step; 'done' ends them in this browser. */
export function useFirstSteps(tasks: readonly Task[] | undefined) {
  const [kept, setKept] = useState(keptStep);
  const isAsked = kept !== 'done' && tasks?.length === 0;
  const { query: archived } = useArchive({ enabled: isAsked });
  const loading = isAsked && archived.isPending;
  function go(next: FirstStep | 'done'): void {
    storeInBrowser(KEY, next);
    setKept(next);
  }
  const has = { tasks: (tasks?.length ?? 0) > 0, archived: (archived.data?.length ?? 0) > 0 };
  return { step: loading || tasks === undefined ? null : firstStepOf(kept, has), loading, go };
}
