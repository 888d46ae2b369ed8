import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { type Alert, activeAlertsQuery } from '../api/alerts.ts';
import type { Task } from '../api/tasks.ts';
import { moment } from '../lib/words.ts';
import { badgeOf, canProve, isOpen, proofAddress } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Mark, markOf } from '../ui/mark.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';

const SHOWN = 5;

const needsProof = (task: Task, now: number): boolean => !isOpen(task) && canProve(task, now);

/**
 * The tasks that need the owner: sent back or awaiting proof while there is time, and misses that were not acknowledged. `now`
 * is the server's time in milliseconds.
 */
export function tasksInNeed(tasks: readonly Task[], alerts: readonly Alert[], now: number): Task[] {
  const missed = new Set(alerts.filter((alert) => alert.type === 'task_missed').map((alert) => alert.taskId));
  const rank = (task: Task): number => ['rejected', 'awaiting_proof', 'expired', 'missed'].indexOf(markOf(task));
  return tasks
    .filter((task) => needsProof(task, now) || (missed.has(task.id) && (task.status === 'missed' || task.verificationState === 'expired')))
    .sort((a, b) => rank(a) - rank(b) || (b.dueAt ?? '').localeCompare(a.dueAt ?? ''));
}

export function NeedsYou({ tasks }: { tasks: readonly Task[] | undefined }) {
  const alerts = useQuery(activeAlertsQuery());
  const { now } = useTaskScreen().clock;
  const found = tasks && (alerts.data || alerts.error) ? tasksInNeed(tasks, alerts.data ?? [], now) : null;
  return (
    <section className="nd" aria-labelledby="needs-h">
      <div className="sech">
        <h2 id="needs-h">Needs you</h2>
        {found && <span className="end">{found.length}</span>}
      </div>
      {!found && <LinesSkeleton lines={2} label="Loading what needs you" />}
      {found?.length === 0 && <p className="s2 q3 rail-b">Nothing waits for you.</p>}
      {found && found.length > 0 && (
        <ul className="need">
          {found.slice(0, SHOWN).map((task) => (
            <Need key={task.id} task={task} />
          ))}
        </ul>
      )}
      {found && found.length > SHOWN && (
        <p className="s2 q3 rail-b">
          <Link className="link" to="/todo?tab=missed">
            {found.length - SHOWN} more
          </Link>
        </p>
      )}
    </section>
  );
}

function Need({ task }: { task: Task }) {
  const { clock, to } = useTaskScreen();
  const badge = badgeOf(task, clock.zone, clock.today, clock.now);
  const words = task.status === 'missed' && task.missedAt ? `Missed ${moment(task.missedAt, clock.zone, clock.today)}` : badge?.text;
  return (
    <li>
      <Mark name={markOf(task)} named={false} />
      <Link to={needsProof(task, clock.now) ? proofAddress(task.id) : to(task.id)}>
        <b>{task.title}</b>
        <span className={clsx(badge?.tone === 'm' && task.status !== 'missed' && 'missed')}>{words}</span>
      </Link>
    </li>
  );
}
