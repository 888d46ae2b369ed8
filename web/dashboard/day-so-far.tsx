import type { Task } from '../api/tasks.ts';
import { DayLine } from '../charts/day-line.tsx';
import { useLedger } from '../ledger/ledger-context.tsx';
import { nextDue } from '../ledger/next-due.ts';
import { plural } from '../ledger/words.ts';
import { markOf } from '../ui/mark.tsx';
import { BlockSkeleton } from '../ui/skeleton.tsx';
import { dayWords, minuteDue, ofToday } from './today.ts';

/** Today as a line from six to midnight, with a mark for each promise. */
export function DaySoFar({ tasks }: { tasks: readonly Task[] | undefined }) {
  const { here } = useLedger();
  const today = tasks && ofToday(tasks, here);
  const words = today && dayWords(today, nextDue(today, here), here);
  return (
    <section className="dl" aria-labelledby="dl-h">
      <h2 className="sr-only" id="dl-h">
        The day
      </h2>
      {today ? (
        <DayLine
          marks={today.map((task) => ({ id: task.id, title: task.title, mark: markOf(task), minutes: minuteDue(task, here.zone) }))}
          now={here}
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
