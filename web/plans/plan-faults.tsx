import { Link } from 'react-router-dom';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import textStyles from '../ui/text.module.css';

interface AiFaultProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
  /** What the failure did not change or count. */
  readonly text?: string;
}

/** The AI gave no answer, because the monthly allowance is used up or because of a temporary failure. */
export function AiFault({ error, onRetry, retrying = false, text = 'Nothing was counted for it.' }: AiFaultProps) {
  const isUsedUp = failedWith(error, 'ai_allowance');
  return (
    <Note
      tone={isUsedUp ? 'due' : 'missed'}
      alert
      title={messageOf(error)}
      actions={
        isUsedUp ? (
          <Link className={textStyles.link} to="/settings/subscription">
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
  /** For example 'Failed to update subscription.' */
  readonly title: string;
  /** The message of the call if the server gives no reason. */
  readonly fallback: string;
}

const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && messageOf(error) !== fallback ? messageOf(error) : '';

/** Says what failed and why, and that nothing was charged. */
export function PlanFault({ error, title, fallback }: PlanFaultProps) {
  if (!error) return null;
  const reason = failedWith(error, 'offline') ? 'The connection dropped.' : reasonOf(error, fallback);
  return (
    <Note tone="missed" alert title={title} className={layoutStyles.fullWidth}>
      {[reason, 'Your plan is as it was.'].filter(Boolean).join(' ')}
    </Note>
  );
}
