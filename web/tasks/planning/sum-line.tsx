import { clockTime, countWord, hoursAndMinutes } from '../../../src/contracts/words/format.ts';
import { localTime } from '../../lib/calendar.ts';
import { useTaskScreen } from '../task-screen.tsx';
import type { TodaySums } from './day-data.ts';
import styles from './day-sum.module.css';

export const untilWords = ({ until, endsAtMidnight }: TodaySums, zone: string): string =>
  endsAtMidnight ? 'until midnight' : `until ${clockTime(localTime(until, zone).time)}`;

/** '15 min planned twice. Two tasks have no box.' Null: there is nothing to say. */
export function restWords({ twice, withoutBox }: Pick<TodaySums, 'twice' | 'withoutBox'>): string | null {
  const parts = [
    ...(twice > 0 ? [`${hoursAndMinutes(twice)} planned twice`] : []),
    ...(withoutBox > 0 ? [`${countWord(withoutBox)} ${withoutBox === 1 ? 'task has' : 'tasks have'} no box`] : []),
  ];
  return parts.length > 0 ? `${parts.join('. ')}.` : null;
}

/** '3 h 43 min planned of 7 h 48 min left until 22:00' */
export function SumLine({ sums, rest = false }: { sums: TodaySums; rest?: boolean }) {
  const { zone } = useTaskScreen().clock;
  return (
    <p className={styles.line}>
      <b>{hoursAndMinutes(sums.planned)} planned</b> of {hoursAndMinutes(sums.left)} left {untilWords(sums, zone)}
      {rest && restWords(sums) && `. ${restWords(sums)}`}
    </p>
  );
}
