import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';

/** Shown when the server gave no answer to the question who is signed in. */
export const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className="alone">
    <Mark name="expired" size="l" named={false} />
    <h1>Failed to get session</h1>
    <p className="q2" role="alert">
      Vouch could not be reached. What you wrote is safe; try again in a moment.
    </p>
    <Button variant="primary" onClick={onRetry}>
      Retry
    </Button>
  </main>
);
