import { Button, ButtonLink } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { useTitle } from '../ui/page.tsx';

export function NotFound() {
  useTitle('Page not found');
  return (
    <div className="page">
      <Mark name="taken_back" size="l" named={false} />
      <h1 className="u-before-12">Page not found</h1>
      <p className="q2 u-lead">The address has no page. Your tasks are where they were.</p>
      <ButtonLink to="/dashboard" className="u-before-16">
        Dashboard
      </ButtonLink>
    </div>
  );
}

/** Shown if the server did not answer who is signed in. */
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
