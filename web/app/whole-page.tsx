import { clsx } from 'clsx';
import { Component, type ReactNode, useLayoutEffect, useState } from 'react';
import { firstLook, keepFirstLook } from '../lib/first-look.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Mark } from '../ui/mark.tsx';
import pageStyles from '../ui/page.module.css';
import { useTitle } from '../ui/page.tsx';
import statesStyles from '../ui/states.module.css';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { isReplaced } from './new-version.ts';
import styles from './no-screen.module.css';

/** Appears after 150 ms. While the document's first look is there, it stays instead. */
export function LoadingScreen() {
  useLayoutEffect(keepFirstLook, []);
  const [hasLook] = useState(() => firstLook() !== null);
  if (hasLook) return null;
  return (
    <main className={pageStyles.alone}>
      <p className={clsx(statesStyles.skeletonBox, textStyles.faint)}>Loading...</p>
    </main>
  );
}

interface Broken {
  readonly error: unknown;
  readonly broken: boolean;
  /** Whether the server is being asked for its version. */
  readonly checking?: boolean;
}

/**
 * Shown if a screen fails to render. A reload reads everything from the server again, so nothing is lost. If the server has a new
 * version, the page reloads itself: a part of the version before could not be loaded any more.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, Broken> {
  override state: Broken = { error: null, broken: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, broken: true };
  }

  override componentDidCatch(): void {
    this.setState({ checking: true });
    void isReplaced().then((replaced) => {
      if (replaced) window.location.reload();
      else this.setState({ checking: false });
    });
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    if (this.state.checking) return <LoadingScreen />;
    const { error } = this.state;
    return (
      <main className={pageStyles.alone}>
        <Mark name="expired" size="l" named={false} />
        <h1>Something went wrong</h1>
        <Status as="p" fresh className={textStyles.muted}>
          {error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred'}
        </Status>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      </main>
    );
  }
}

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
    <Status as="p" fresh className={textStyles.muted}>
      Vouch could not be reached. What you wrote is safe; try again in a moment.
    </Status>
    <Button variant="primary" onClick={onRetry}>
      Retry
    </Button>
  </main>
);
