import { Link } from 'react-router-dom';
import { failedWith, messageOf } from '../api/problem.ts';
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
