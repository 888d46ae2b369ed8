import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { MarkName } from '../../src/contracts/words/marks.ts';
import { hasSeenOnboarding, setSeenOnboarding } from '../api/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon, Logo } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { useTitle } from '../ui/page.tsx';
import textStyles from '../ui/text.module.css';
import styles from './welcome.module.css';

export interface Step {
  readonly title: string;
  readonly text: string;
  /** The marks before and after, shown as the illustration of the step. */
  readonly marks: readonly [MarkName, MarkName];
}

export const STEPS: readonly Step[] = [
  {
    title: 'Smart Task Management',
    text: 'Write one line: what you will do, and until when. It stays in the ledger until it is kept, skipped with a reason, or missed.',
    marks: ['pending', 'completed'],
  },
  {
    title: 'Accountability Partner',
    text: 'One person hears of what you miss, and signs off what you prove.',
    marks: ['in_review', 'verified'],
  },
  {
    title: 'Smart Notifications',
    text: 'A reminder at the hour you choose, and a word before a deadline passes. One mail where three would do.',
    marks: ['in_progress', 'awaiting_proof'],
  },
  {
    title: 'Personalized Settings',
    text: 'Your zone, your hours, your routines, and how much your partner reads. All of it is under Settings.',
    marks: ['taken_back', 'pending'],
  },
];

/** Shown once in a browser; afterwards this page leads to the dashboard. */
export function Welcome() {
  const [seen] = useState(hasSeenOnboarding);
  return seen ? <Navigate to="/dashboard" replace /> : <Carousel />;
}

function Carousel() {
  useTitle('Welcome');
  const navigate = useNavigate();
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const step = STEPS[at];
  const last = at === STEPS.length - 1;

  // For the keyboard and for screen readers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves on every step
  useEffect(() => {
    if (moved.current) heading.current?.focus();
  }, [at]);

  function go(to: number) {
    moved.current = true;
    setAt(to);
  }
  function leave() {
    setSeenOnboarding();
    navigate('/dashboard', { replace: true });
  }
  if (!step) return null;
  return (
    <main className={styles.page}>
      <Logo subtitle="Task Management" />
      <section className={styles.carousel} aria-roledescription="carousel" aria-label="Introduction">
        <header>
          <span className={clsx(textStyles.small, textStyles.faint)}>
            {at + 1} of {STEPS.length}
          </span>
          <IconButton label="Close" onClick={leave}>
            <Icon of={X} />
          </IconButton>
        </header>
        <div className={styles.illustration} aria-hidden="true">
          <Mark name={step.marks[0]} size="l" named={false} />
          <i />
          <Mark key={at} name={step.marks[1]} size="l" named={false} drawn />
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {step.title}
        </h1>
        <p className={textStyles.muted}>{step.text}</p>
        <footer>
          <Button variant="ghost" onClick={leave}>
            Skip introduction
          </Button>
          <span>
            <Button disabled={at === 0} onClick={() => go(at - 1)}>
              Back
            </Button>
            <Button variant="primary" onClick={() => (last ? leave() : go(at + 1))}>
              {last ? 'Get Started' : 'Next'}
            </Button>
          </span>
        </footer>
      </section>
    </main>
  );
}
