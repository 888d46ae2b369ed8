import { clsx } from 'clsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Mark } from '../ui/mark.tsx';
import pageStyles from '../ui/page.module.css';
import { useTitle } from '../ui/page.tsx';
import textStyles from '../ui/text.module.css';
import styles from './no-screen.module.css';

export function NotFound() {
  useTitle('Page not found');
  return (
    <div className={pageStyles.page} data-part="page">
      <Mark name="taken_back" size="l" named={false} />
      <h1 className={layoutStyles.before12}>Page not found</h1>
      <p className={clsx(textStyles.muted, styles.lead)}>The address has no page. Your tasks are where they were.</p>
      <ButtonLink to="/dashboard" className={layoutStyles.before16}>
        Dashboard
      </ButtonLink>
    </div>
  );
}

/** Shown if the server did not answer who is signed in. */
export const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className={pageStyles.alone}>
    <Mark name="expired" size="l" named={false} />
    <h1>Failed to get session</h1>
    <p className={textStyles.muted} role="alert">
      Vouch could not be reached. What you wrote is safe; try again in a moment.
    </p>
    <Button variant="primary" onClick={onRetry}>
      Retry
    </Button>
  </main>
);
