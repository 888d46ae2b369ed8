import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import styles from './frame.module.css';

interface FrameProps {
  readonly title: string;
  readonly sub?: ReactNode;
  readonly children: ReactNode;
}

export const SettingsFrame = ({ title, sub, children }: FrameProps) => (
  <div className={styles.frame}>
    <ButtonLink to="/settings" variant="ghost" className={styles.back} icon={<Icon of={ArrowLeft} />}>
      Back to Settings
    </ButtonLink>
    <Page title={title} sub={sub} narrow>
      {children}
    </Page>
  </div>
);

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly isError: boolean };
  readonly failed: string;
  /** For screen readers. */
  readonly loading: string;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** Shows a placeholder, the content, or an error with a button that reloads the page. */
export function Loaded<T>({ query, failed, loading, lines = 8, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <ErrorState title={failed} onRetry={() => window.location.reload()}>
        Nothing was changed.
      </ErrorState>
    );
  return <LinesSkeleton lines={lines} label={loading} />;
}
