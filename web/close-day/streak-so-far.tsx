import { Link } from 'react-router-dom';
import { clockTime, number, plural, pluralWord } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { Counts, Streaks } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
import { byDue, dueOf } from '../tasks/due.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { BlockSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import styles from './close-day.module.css';
import { type DayParts, streakEnd } from './day.ts';

interface StreakSoFarProps {
  readonly streak: Streaks['user'] | undefined;
  readonly counts: Counts | undefined;
  readonly parts: DayParts;
  readonly tasks: readonly Task[];
}

export const StreakSoFar = ({ streak, counts, parts, tasks }: StreakSoFarProps) => (
  <aside className={styles.rail} aria-label="What it means">
    <section aria-labelledby="streak-h">
      <h2 id="streak-h">Your streak</h2>
      {streak && counts ? (
        <Figures streak={streak} counts={counts} parts={parts} />
      ) : (
        <BlockSkeleton height={160} label="Loading the streak" />
      )}
    </section>
    <Tomorrow tasks={tasks} />
  </aside>
);

function Figures({ streak, counts, parts }: { streak: Streaks['user']; counts: Counts; parts: DayParts }) {
  const end = streakEnd({ streak, open: parts.open.length, waiting: parts.waiting.length, missed: counts.missed, earlier: parts.earlier });
  return (
    <>
      <p className={styles.length}>
        {number(streak.current)}
        <small> {pluralWord(streak.current, 'day')}</small>
      </p>
      <p className={textStyles.muted}>{end.sentence}</p>
      <dl className={styles.figures}>
        <div>
          <dt>Freezes held now</dt>
          <dd>{streak.freezes}</dd>
        </div>
        {end.freezes !== null && (
          <div>
            <dt>After midnight</dt>
            <dd>{end.freezes}</dd>
          </div>
        )}
        {end.nextFreeze !== null && (
          <div>
            <dt>The next one</dt>
            <dd>after {plural(end.nextFreeze, 'more day')}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Tomorrow({ tasks }: { tasks: readonly Task[] }) {
  const { clock } = useTaskScreen();
  const date = addDays(clock.today, 1);
  const due = tasks.filter((task) => dueOf(task, clock.zone)?.date === date).sort(byDue);
  const first = due[0] && dueOf(due[0], clock.zone)?.time;
  return (
    <section aria-labelledby="tomorrow-h">
      <h2 id="tomorrow-h">Tomorrow</h2>
      <p className={textStyles.muted}>
        {due.length === 0 ? 'Nothing is due yet.' : `${number(due.length)} due${first ? `, the first at ${clockTime(first)}` : ''}.`}
      </p>
      <p>
        <Link className={textStyles.link} to="/todo">
          Plan tomorrow
        </Link>
      </p>
    </section>
  );
}
