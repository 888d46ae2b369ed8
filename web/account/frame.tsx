import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MarkName } from '../../src/contracts/words/marks.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon, Logo } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Mark } from '../ui/mark.tsx';
import { Note } from '../ui/note.tsx';
import { useTitle } from '../ui/page.tsx';
import styles from './frame.module.css';

const STEPS: readonly { mark: MarkName; name: string; text: string }[] = [
  { mark: 'pending', name: 'Promise', text: 'A task, a day, an hour.' },
  { mark: 'awaiting_proof', name: 'Done', text: 'A tick. The line below it waits for proof.' },
  { mark: 'in_review', name: 'Proof sent', text: 'One line drawn. Your partner looks at it.' },
  { mark: 'verified', name: 'Verified', text: 'Ruled off twice. It stays.' },
];

export interface FrameProps {
  title: string;
  back?: '/' | '/auth';
  children: ReactNode;
}

export function Frame({ title, back = '/', children }: FrameProps) {
  useTitle(title);
  return (
    <div className={styles.frame}>
      <div className={styles.content}>
        <nav aria-label="Back">
          <ButtonLink to={back} variant="ghost" icon={<Icon of={ArrowLeft} />}>
            Back
          </ButtonLink>
        </nav>
        <main className={styles.main}>
          <Logo />
          <h1>{title}</h1>
          {children}
        </main>
      </div>
      <aside className={styles.aside} aria-hidden="true">
        <div className={styles.heading}>How a line is closed</div>
        <ol>
          {STEPS.map(({ mark, name, text }) => (
            <li key={mark}>
              <Mark name={mark} size="l" named={false} />
              <div>
                <b>{name}</b>
                <span>{text}</span>
              </div>
            </li>
          ))}
        </ol>
      </aside>
    </div>
  );
}

export interface FailureProps {
  error: unknown;
  /** Reassurance for the case that no answer came: what is still safe. */
  safe: string;
  actions?: ReactNode;
}

/** Shows the server's message, or `safe` if no answer came. */
export function Failure({ error, safe, actions }: FailureProps) {
  if (!error) return null;
  return (
    <Note tone="missed" alert title={messageOf(error)} className={layoutStyles.after20} actions={actions}>
      {failedWith(error, 'offline') && `The connection dropped. ${safe}`}
    </Note>
  );
}
