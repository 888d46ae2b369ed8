import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { clockTime, dayMonth, number, pluralWord, weekdayName } from '../../src/contracts/words/format.ts';
import type { Counts, Streaks } from '../api/reports.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import styles from './close-day.module.css';
import { type DayParts, streakEnd } from './day.ts';
import { Sums, waitingWords } from './rest-of-day.tsx';

interface ClosedProps {
  /** The local time. */
  readonly at: string;
  readonly streak: Streaks['user'];
  readonly counts: Counts;
  readonly parts: DayParts;
  /** Whether the day was closed just now. The rules are drawn once. */
  readonly isNew: boolean;
  readonly onOpen: () => void;
}

/** Two rules if nothing can change any more, one if something waits or is still open. */
export function Closed({ at, streak, counts, parts, isNew, onOpen }: ClosedProps) {
  const { today } = useTaskScreen().clock;
  const [open, waiting] = [parts.open.length, parts.waiting.length];
  const isSure = open === 0 && waiting === 0 && parts.earlier === 0;
  const end = streakEnd({ streak, open, waiting, missed: counts.missed, earlier: parts.earlier });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that closed the day is gone, and so would be the focus.
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <section className={styles.closed} aria-labelledby="closed-h">
      <header>
        <h2 id="closed-h" ref={heading} tabIndex={-1}>
          {weekdayName(today)}
        </h2>
        <span>{dayMonth(today, today)}</span>
        <span className={textStyles.atEnd}>
          {isSure ? 'closed' : 'decided'} {clockTime(at)}
        </span>
      </header>
      <Sums counts={counts} waiting={waiting} rules={isSure ? 2 : 1} drawn={isNew} />
      <p className={clsx(styles.length, isSure ? styles.sure : styles.unsure, (end.length ?? 0) > 0 && styles.grown)}>
        {number(end.length ?? streak.current)}
        <small> {pluralWord(end.length ?? streak.current, 'day')}</small>
      </p>
      <Status as="p" fresh={isNew} className={textStyles.muted}>
        <b>{open > 0 ? 'All of today is decided.' : 'Nothing is left to do today.'}</b> {end.sentence}
        {waiting > 0 && streak.today !== 'open' && ` ${waitingWords(waiting)}`}
      </Status>
      <footer>
        <ButtonLink variant="primary" to="/dashboard">
          Go to the dashboard
        </ButtonLink>
        <Button variant="ghost" onClick={onOpen}>
          Look at the day again
        </Button>
      </footer>
    </section>
  );
}
