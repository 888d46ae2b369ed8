import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { dueTimeWords, number, plural } from '../../src/contracts/words/format.ts';
import { markOf } from '../../src/contracts/words/marks.ts';
import type { Counts } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
import { dueOf } from '../tasks/due.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import markStyles from '../ui/mark.module.css';
import { Mark } from '../ui/mark.tsx';
import textStyles from '../ui/text.module.css';
import styles from './close-day.module.css';

const SHOWN = 2;

/** What was decided before, or waits for proof or review. All but the first two are folded. */
export function RestOfDay({ tasks, waiting }: { tasks: readonly Task[]; waiting: number }) {
  const { clock, to } = useTaskScreen();
  const [whole, setWhole] = useState(false);
  const folds = !whole && tasks.length > SHOWN + 1;
  const shown = folds ? tasks.slice(0, SHOWN) : tasks;
  const folded = tasks.slice(shown.length);
  const waitingThere = folded.filter(({ outcome }) => outcome === 'open').length;
  return (
    <section className={ledgerStyles.day} aria-labelledby="rest-h">
      <header className={ledgerStyles.dayHeader} data-part="day-header">
        <h2 id="rest-h">{waiting > 0 ? 'Kept and waiting' : 'Decided before'}</h2>
        <span>{number(tasks.length)}</span>
      </header>
      <ol className={ledgerStyles.rows}>
        {shown.map((task) => (
          <li key={task.id} className={clsx(ledgerStyles.row, ledgerStyles.done)} data-part="row">
            <span className={clsx(markStyles.button, markStyles.still)} data-part="tick">
              <Mark name={markOf(task)} />
            </span>
            <div className={ledgerStyles.rowBody} data-part="row-body">
              <Link className={ledgerStyles.title} data-part="title" to={to(task.id)} dir="auto">
                {task.title}
              </Link>
              <div className={ledgerStyles.rowEnd} data-part="row-end">
                <span className={ledgerStyles.time}>{dueTimeWords(dueOf(task, clock.zone)?.time ?? null)}</span>
              </div>
            </div>
          </li>
        ))}
        {folded.length > 0 && (
          <li className={ledgerStyles.row} data-part="row">
            <span className={clsx(markStyles.button, markStyles.still)} data-part="tick" />
            <div className={ledgerStyles.rowBody} data-part="row-body">
              <button type="button" className={clsx(textStyles.link, textStyles.small)} onClick={() => setWhole(true)}>
                {number(folded.length)} more{waitingThere > 0 && `, ${number(waitingThere)} of them at proof or review`}
              </button>
            </div>
          </li>
        )}
      </ol>
    </section>
  );
}

interface SumsProps {
  /** Of the server's report of today. */
  readonly counts: Counts;
  readonly waiting: number;
  /** How many rules are drawn below: two if nothing can change any more. */
  readonly rules?: 1 | 2;
  /** Whether they are drawn now, from left to right. */
  readonly drawn?: boolean;
}

export function Sums({ counts, waiting, rules, drawn = false }: SumsProps) {
  const open = Math.max(0, counts.open - waiting);
  const all = [
    ['kept', counts.kept],
    ['missed', counts.missed],
    ['skipped', counts.skipped],
    ['waiting', waiting],
    ['open', open],
  ] as const;
  const shown = all.filter(([name, count]) => count > 0 || name === 'kept' || name === 'missed');
  const label = rules === 2 ? 'Nothing of today can change any more' : rules === 1 ? 'Some of today may still change' : undefined;
  return (
    <p className={styles.sums}>
      <span className={clsx(rules === 2 && styles.two, rules === 1 && styles.one, drawn && styles.drawn)} title={label}>
        {shown.map(([name, count]) => (
          <span key={name}>
            {name} <b>{number(count)}</b>
          </span>
        ))}
      </span>
    </p>
  );
}

export const waitingWords = (waiting: number): string => `${plural(waiting, 'more waits', 'more wait')} for proof or review.`;
