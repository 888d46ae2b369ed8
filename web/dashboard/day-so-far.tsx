import type { Task } from '../api/tasks.ts';
import { DayLine } from '../charts/day-line.tsx';
import { plural } from '../lib/words.ts';
import { nextDue } from '../tasks/next-due.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { markOf } from '../ui/mark.tsx';
import { BlockSkeleton } from '../ui/skeleton.tsx';
import { dayWords, minuteDue, ofToday } from './today.ts';

/** Today as a line from six o'clock to midnight, with a mark for each task. */
export function DaySoFar({ tasks }: { tasks: readonly Task[] | undefined }) {
  const { clock } = useTaskScreen();
  const today = tasks && ofToday(tasks, clock);
  const words = today && dayWords(today, nextDue(today, clock), clock);
  return (
    <section className="dl" aria-labelledby="dl-h">
      <h2 className="sr-only" id="dl-h">
        The day
      </h2>
      {today ? (
        <DayLine
          marks={today.map((task) => ({ id: task.id, title: task.title, mark: markOf(task), minutes: minuteDue(task, clock.zone) }))}
          now={clock}
          label={`Today to midnight: ${plural(today.length, 'promise')} on the line`}
        />
      ) : (
        <BlockSkeleton height={78} label="Loading the day" />
      )}
      <p className="cap">
        {words ? (
          <>
            <b>{words.lead}</b> {words.rest}
          </>
        ) : (
          ' '
        )}
      </p>
    </section>
  );
}
