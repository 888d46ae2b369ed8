import { dayWord } from '../../src/contracts/words/format.ts';
import { DayLine } from '../tasks/planning/day-line.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Empty } from '../ui/states.tsx';
import type { CalendarDay } from './data.ts';
import styles from './day-view.module.css';
import { DueItem } from './items.tsx';

/** What is due on one day, beside its line. */
export function DayView({ day }: { day: CalendarDay }) {
  const { clock } = useTaskScreen();
  return (
    <div className={styles.day}>
      <section aria-labelledby="due-h">
        <h2 id="due-h" className={styles.heading}>
          Due <span>{day.tasks.length}</span>
        </h2>
        {day.tasks.length === 0 ? (
          <Empty title={`Nothing is due ${dayWord(day.date, clock.today)}`} mark="taken_back">
            Drag a task here from the week or the month, or write a new one.
          </Empty>
        ) : (
          <ul className={styles.list}>
            {day.tasks.map((task) => (
              <li key={task.id}>
                <DueItem task={task} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="line-h">
        <h2 id="line-h" className={styles.heading}>
          Day line
        </h2>
        <DayLine date={day.date} />
      </section>
    </div>
  );
}
