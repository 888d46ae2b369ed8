import { Link } from 'react-router-dom';
import { failedWith, messageOf } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

/** A premium answer that could not be had: because the month's are used up, or for now. */
export function PremiumFault({ error, retrying, onRetry }: { error: unknown; retrying: boolean; onRetry: () => void }) {
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
      {!isUsedUp && 'Nothing was counted for it.'}
    </Note>
  );
}
