import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { hoursAndMinutes } from '../../../src/contracts/words/format.ts';
import { tasksQuery } from '../../api/tasks.ts';
import { LinesSkeleton } from '../../ui/states.tsx';
import textStyles from '../../ui/text.module.css';
import { useTaskScreen } from '../task-screen.tsx';
import { columnsOf } from './columns.ts';
import { useBoxesOf, useTodaySums } from './day-data.ts';
import { wallScale } from './day-scale.ts';
import { spanOf } from './span.ts';
import { SumLine, untilWords } from './sum-line.tsx';
import styles from './today-plan.module.css';

/** The boxes of today as bars below a flat line that goes from this hour to midnight. The upright line has their names. */
function BoxBars({ fromHour }: { fromHour: number }) {
  const { clock } = useTaskScreen();
  const { boxes } = useBoxesOf(clock.today, clock.zone);
  if (!boxes || boxes.length === 0) return null;
  const scale = wallScale(clock.today, clock.zone);
  const part = (at: number) => Math.max(0, (scale.minuteOf(at) - fromHour * 60) / (scale.length - fromHour * 60));
  const spans = boxes.map(spanOf);
  const columns = columnsOf(spans);
  return (
    <div className={styles.bars} aria-hidden="true">
      {spans.map(({ start, end }, index) => {
        const { index: lane, of } = columns[index] ?? { index: 0, of: 1 };
        return (
          <i
            key={boxes[index]?.id}
            title={boxes[index]?.title}
            className={clsx(end <= clock.now && styles.over, start <= clock.now && clock.now < end && styles.now)}
            style={{
              left: `${part(start) * 100}%`,
              width: `${(part(end) - part(start)) * 100}%`,
              top: `${(lane / of) * 100}%`,
              height: `${100 / of}%`,
            }}
          />
        );
      })}
    </div>
  );
}

/** What is planned of the rest of today, in one sentence. */
export function TodayWords() {
  const { clock } = useTaskScreen();
  const sums = useTodaySums(clock);
  const { error } = useBoxesOf(clock.today, clock.zone);
  const tasks = useQuery(tasksQuery());
  if (!sums) return error || tasks.error ? null : <LinesSkeleton lines={1} label="Loading the plan" />;
  return (
    <div className={styles.words}>
      {sums.planned === 0 ? (
        <p className={clsx(textStyles.small, textStyles.muted)}>
          Nothing is planned of the {hoursAndMinutes(sums.left)} left {untilWords(sums, clock.zone)}.
        </p>
      ) : (
        <SumLine sums={sums} rest />
      )}
    </div>
  );
}

/** The plan of today on the dashboard: a sentence, and the boxes under the line of the day. */
export const TodayPlan = ({ fromHour }: { fromHour: number }) => (
  <div className={styles.plan}>
    <BoxBars fromHour={fromHour} />
    <TodayWords />
    <Link className={clsx(textStyles.link, textStyles.small, styles.link)} to="/todo?tab=today">
      Plan the day
    </Link>
  </div>
);
