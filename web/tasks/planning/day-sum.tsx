import { hoursAndMinutes, quoted, weekdayName } from '../../../src/contracts/words/format.ts';
import { addDays } from '../../../src/contracts/words/phrases/days.ts';
import type { TimeBox } from '../../api/time-boxes.ts';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useTaskScreen } from '../task-screen.tsx';
import { useBoxActs } from './box-acts.ts';
import { type TodaySums, useBoxesOf, useTodaySums } from './day-data.ts';
import styles from './day-sum.module.css';
import { movableBox } from './day-sums.ts';
import { SumLine } from './sum-line.tsx';

const share = (minutes: number, whole: number): string => `${whole === 0 ? 0 : Math.min(100, (minutes / whole) * 100)}%`;

function Meter({ sums: { planned, left, unplanned, over } }: { sums: TodaySums }) {
  const whole = Math.max(planned, left);
  const inTime = planned - over;
  const label =
    over > 0
      ? `${hoursAndMinutes(over)} more than is left`
      : `${hoursAndMinutes(planned)} planned, ${hoursAndMinutes(unplanned)} without a box, of ${hoursAndMinutes(left)}`;
  return (
    <div className={styles.meter} role="img" aria-label={label}>
      <i className={styles.planned} style={{ width: share(inTime, whole) }} />
      {over > 0 ? (
        <i className={styles.over} style={{ width: share(over, whole) }} />
      ) : (
        <i className={styles.unplanned} style={{ width: share(Math.min(unplanned, left - planned), whole) }} />
      )}
    </div>
  );
}

function Legend({ sums: { unplanned, twice } }: { sums: TodaySums }) {
  return (
    <p className={styles.legend}>
      <span>
        <i className={styles.planned} /> in boxes
      </span>
      {unplanned > 0 && (
        <span>
          <i className={styles.unplanned} /> no box yet, {hoursAndMinutes(unplanned)}
        </span>
      )}
      {twice > 0 && (
        <span>
          <i className={styles.twice} /> {hoursAndMinutes(twice)} planned twice
        </span>
      )}
    </p>
  );
}

/** More is planned than is left: one thing to do about it. */
function TooMuch({ over, boxes }: { over: number; boxes: readonly TimeBox[] }) {
  const { clock } = useTaskScreen();
  const acts = useBoxActs(clock);
  const last = movableBox(boxes, clock.now);
  const tomorrow = addDays(clock.today, 1);
  return (
    <div className={styles.tooMuch}>
      <p className={textStyles.small}>
        <b className={textStyles.due}>{hoursAndMinutes(over)} too much.</b> Move a box to tomorrow, or make one shorter.
      </p>
      {last && (
        <Button size="s" onClick={() => acts.move(last, { date: tomorrow, time: last.time, minutes: last.minutes })}>
          Move {quoted(last.title)} to {weekdayName(tomorrow)}
        </Button>
      )}
    </div>
  );
}

/** What is planned today against the hours that are left. */
export function TodaySum() {
  const { clock } = useTaskScreen();
  const sums = useTodaySums(clock);
  const { boxes } = useBoxesOf(clock.today, clock.zone);
  if (!sums) return null;
  return (
    <div>
      <SumLine sums={sums} />
      <Meter sums={sums} />
      <Legend sums={sums} />
      {sums.over > 0 && boxes && <TooMuch over={sums.over} boxes={boxes} />}
    </div>
  );
}
