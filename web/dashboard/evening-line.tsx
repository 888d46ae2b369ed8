import { useQuery } from '@tanstack/react-query';
import { dayMonth, number, weekdayName } from '../../src/contracts/words/format.ts';
import { channelsQuery } from '../api/settings.ts';
import type { Task } from '../api/tasks.ts';
import { useClosing } from '../tasks/closing.ts';
import offerStyles from '../tasks/offer.module.css';
import { isOpen } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { ofToday } from './today.tsx';

/** From the owner's evening time on, while something of today is not decided. */
export function EveningLine({ tasks }: { tasks: readonly Task[] | undefined }) {
  const { clock } = useTaskScreen();
  const { notDone, later, change } = useClosing(clock.today);
  const open = tasks ? ofToday(tasks, clock).filter((task) => isOpen(task) && !notDone.includes(task.id)).length : 0;
  const evening = useQuery({ ...channelsQuery(), enabled: open > 0 }).data?.value.eveningTime;
  if (open === 0 || later || evening === undefined || clock.time < evening) return null;
  return (
    <section className={offerStyles.offer} aria-labelledby="evening-h">
      <Mark name="pending" named={false} />
      <div>
        <h2 id="evening-h">
          {weekdayName(clock.today)} {dayMonth(clock.today, clock.today)}: {number(open)} {open === 1 ? 'is' : 'are'} still open
        </h2>
        <p>Decide about {open === 1 ? 'it' : 'them'} in a minute. What stays open is missed at its due time.</p>
      </div>
      <span className={offerStyles.acts}>
        <ButtonLink variant="primary" to="/close-of-day">
          Close the day
        </ButtonLink>
        <Button variant="ghost" onClick={() => change({ later: true })}>
          Later
        </Button>
      </span>
    </section>
  );
}
