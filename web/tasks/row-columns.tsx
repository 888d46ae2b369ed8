import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { duration } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { Task } from '../api/tasks.ts';
import type { TimeBox } from '../api/time-boxes.ts';
import layoutStyles from '../ui/layout.module.css';
import textStyles from '../ui/text.module.css';
import placeStyles from './in-place.module.css';
import { rangeOf } from './planning/span.ts';
import styles from './row-columns.module.css';
import { canPlan } from './task-actions.ts';
import { useTaskScreen } from './task-screen.tsx';

interface RowColumnsProps {
  readonly task: Task;
  /** Null: there is none. Undefined: the list has no column for boxes. */
  readonly box: TimeBox | null | undefined;
  /** Whether the time has the date before it. */
  readonly dated: boolean;
  /** Whether the values can be changed where they stand. */
  readonly changes: boolean;
  readonly priority: ReactNode;
  readonly time: ReactNode;
}

/** The end of a row: the next time box, where the list shows boxes, then the estimate, the priority and the due time. */
export const RowColumns = ({ task, box, dated, changes, priority, time }: RowColumnsProps) => (
  <>
    {box !== undefined && (
      <span className={styles.box}>
        <Box task={task} box={box} changes={changes} />
      </span>
    )}
    <span className={styles.estimate}>
      {task.estimateMinutes !== null && (
        <>
          <span className={layoutStyles.visuallyHidden}>Estimate </span>
          {duration(task.estimateMinutes)}
        </>
      )}
    </span>
    <span className={styles.priority}>{priority}</span>
    <span className={clsx(styles.due, dated && styles.dated)}>{time}</span>
  </>
);

function Box({ task, box, changes }: Pick<RowColumnsProps, 'task' | 'changes'> & { readonly box: TimeBox | null }) {
  const { askPlan, clock } = useTaskScreen();
  if (box) {
    const range = rangeOf(box, clock.zone);
    if (changes) {
      const label = `Time box: ${range}. Change.`;
      return (
        <button type="button" className={placeStyles.value} aria-label={label} onClick={() => askPlan({ box })}>
          <span title={label}>{range}</span>
        </button>
      );
    }
    return (
      <>
        <span className={layoutStyles.visuallyHidden}>Time box </span>
        {range}
      </>
    );
  }
  if (!changes || !canPlan(task)) return null;
  return (
    <button
      type="button"
      className={clsx(textStyles.link, styles.plan)}
      aria-label={sentence`Plan a time box: ${task.title}`}
      onClick={() => askPlan({ task })}
    >
      Plan
    </button>
  );
}

/** The names of the columns, in the heading above the rows. Each value has its name in its row as well. */
export const ColumnHeads = () => (
  <span className={styles.heads} aria-hidden="true">
    <span className={styles.box}>Box</span>
    <span className={styles.estimate}>Estimate</span>
    <span className={styles.priority} />
    <span className={styles.due}>Due</span>
  </span>
);
