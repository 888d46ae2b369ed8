import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { Note } from '../ui/note.tsx';

interface PlanFaultProps {
  readonly error: unknown;
  /** What failed: 'Failed to update subscription.' */
  readonly title: string;
  /** What the call says by itself where the server gives no reason. */
  readonly fallback: string;
}

/** Why the server refused, where it said so. */
const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && messageOf(error) !== fallback ? messageOf(error) : '';

/** A failed change of the plan: what failed, why, and that nothing was charged. */
export function PlanFault({ error, title, fallback }: PlanFaultProps) {
  if (!error) return null;
  const reason = failedWith(error, 'offline') ? 'The connection dropped.' : reasonOf(error, fallback);
  return (
    <Note tone="missed" alert title={title} className="w-full">
      {[reason, 'Your plan is as it was.'].filter(Boolean).join(' ')}
    </Note>
  );
}
