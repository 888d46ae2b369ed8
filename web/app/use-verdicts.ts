import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { pendingQuery, type Verification } from '../api/verifications.ts';
import { ALL_OF_TASKS } from '../tasks/after-task.ts';

const NONE: ReadonlySet<string> = new Set();
/** The ids of the tasks whose proof is in review. */
const inReview = (waiting: readonly Verification[]): ReadonlySet<string> =>
  new Set(waiting.filter(({ state }) => state === 'in_review').map(({ id }) => id));

/** Shows a verdict of somebody else on every screen, as soon as it is learnt that one was given. */
export function useVerdicts(): void {
  const client = useQueryClient();
  const waiting = useQuery(pendingQuery()).data;
  const before = useRef(NONE);
  useEffect(() => {
    if (!waiting) return;
    const now = inReview(waiting);
    const isDecided = [...before.current].some((id) => !now.has(id));
    before.current = now;
    if (isDecided) for (const queryKey of ALL_OF_TASKS) void client.invalidateQueries({ queryKey });
  }, [client, waiting]);
}
