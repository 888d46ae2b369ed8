import { Link } from 'react-router-dom';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

interface AiFaultProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
  /** What it did not change or count. */
  readonly text?: string;
}

/** An answer of the AI that could not be had: because the month's are used up, or for now. */
export function AiFault({ error, onRetry, retrying = false, text = 'Nothing was counted for it.' }: AiFaultProps) {
  const isUsedUp = failedWith(error, 'ai_allowance');
  return (
    <Note
      tone={isUsedUp ? 'due' : 'missed'}
      alert
      title={messageOf(error)}
      actions={
        isUsedUp ? (
          <Link className="link" to="/settings/subscription">
            See your AI usage
          </Link>
        ) : (
          <Button size="s" busy={retrying} busyLabel="Trying..." onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {!isUsedUp && text}
    </Note>
  );
}

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
