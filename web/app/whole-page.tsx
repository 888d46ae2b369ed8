import { clsx } from 'clsx';
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import pageStyles from '../ui/page.module.css';
import statesStyles from '../ui/states.module.css';
import textStyles from '../ui/text.module.css';

/** Appears after 150 ms. */
export const LoadingScreen = () => (
  <main className={pageStyles.alone}>
    <p className={clsx(statesStyles.skeletonBox, textStyles.faint)} role="status">
      Loading...
    </p>
  </main>
);

/** Shown if a screen fails to render. A reload reads everything from the server again, so nothing is lost. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; broken: boolean }> {
  override state = { error: null as unknown, broken: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const { error } = this.state;
    return (
      <main className={pageStyles.alone}>
        <Mark name="expired" size="l" named={false} />
        <h1>Something went wrong</h1>
        <p className={textStyles.muted} role="alert">
          {error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred'}
        </p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      </main>
    );
  }
}
