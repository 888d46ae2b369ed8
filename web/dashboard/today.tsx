import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { clockTime, distance, number, plural } from '../../src/contracts/words/format.ts';
import { markOf } from '../../src/contracts/words/marks.ts';
import { type Alert, activeAlertsQuery } from '../api/alerts.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { firstHour } from '../charts/day-line.ts';
import { DayLine } from '../charts/lines.tsx';
import { moment } from '../lib/calendar.ts';
import { dueOf, nextDue, sumsOf } from '../tasks/due.ts';
import { TodayPlan } from '../tasks/planning/today-plan.tsx';
import { badgeOf, canProve, isOpen, proofAddress } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import figuresStyles from '../ui/figures.module.css';
import layoutStyles from '../ui/layout.module.css';
import { Mark } from '../ui/mark.tsx';
import { BlockSkeleton, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import styles from './dashboard.module.css';

export const ofToday = (tasks: readonly Task[], clock: Pick<OwnerClock, 'zone' | 'today'>): Task[] =>
  tasks.filter((task) => dueOf(task, clock.zone)?.date === clock.today);

/** The next due task ('Next: 17:00, in 2 h 48 min.') and today's numbers. `tasks` are all that today's report counts. */
export function dayWords(
  tasks: readonly Task[],
  next: Task | null,
  clock: Pick<OwnerClock, 'zone' | 'now'>,
): { lead: string; rest: string } {
  if (tasks.length === 0) return { lead: 'Nothing is due today.', rest: '' };
  const { planned, open } = sumsOf(tasks);
  const toDo = tasks.filter(isOpen).length;
  return {
    lead: nextWords(next, clock) ?? (toDo > 0 ? 'What is open is due by the end of the day.' : 'Nothing more is due today.'),
    rest: `${number(planned - open)} of ${number(planned)} decided${openWords(open, open - toDo)}.`,
  };
}

/** `waiting` of the open tasks are done, and wait for their proof or for its review. */
function openWords(open: number, waiting: number): string {
  if (open === 0) return '';
  if (waiting === 0) return `, ${number(open)} open`;
  return `, ${number(open)} open, ${waiting === open ? '' : `${number(waiting)} of them `}waiting for proof or review`;
}

function nextWords(next: Task | null, clock: Pick<OwnerClock, 'zone' | 'now'>): string | null {
  const time = next ? dueOf(next, clock.zone)?.time : null;
  return next?.dueAt && time ? `Next: ${clockTime(time)}, ${distance(clock.now, Date.parse(next.dueAt))}.` : null;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Minutes since midnight. The end of the day is 1,440. */
export const minuteDue = (task: Task, zone: string): number => {
  const time = dueOf(task, zone)?.time;
  return time ? minutesOf(time) : 1_440;
};

interface DaySoFarProps {
  /** What the list shows. */
  readonly tasks: readonly Task[] | undefined;
  /** What today's report counts. */
  readonly counted: readonly Task[] | undefined;
}

export function DaySoFar({ tasks, counted = [] }: DaySoFarProps) {
  const { clock } = useTaskScreen();
  const today = tasks && ofToday(tasks, clock);
  const words = today && dayWords(counted, nextDue(today, clock), clock);
  return (
    <section className={styles.day} aria-labelledby="dl-h">
      <h2 className={layoutStyles.visuallyHidden} id="dl-h">
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
      {today && <TodayPlan fromHour={firstHour(Math.min(1_440, ...today.map((task) => minuteDue(task, clock.zone))), clock.minutes)} />}
      <p className={figuresStyles.caption} data-part="caption">
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

const SHOWN_IN_NEED = 5;

const needsProof = (task: Task, now: number): boolean => !isOpen(task) && canProve(task, now);

/**
 * Tasks that need the owner: those that were sent back or wait for proof while there is time, and misses that were not
 * acknowledged. `now` is the server's time in milliseconds.
 */
export function tasksInNeed(tasks: readonly Task[], alerts: readonly Alert[], now: number): Task[] {
  const missed = new Set(alerts.filter((alert) => alert.type === 'task_missed').map((alert) => alert.taskId));
  const rank = (task: Task): number => ['rejected', 'awaiting_proof', 'expired', 'missed'].indexOf(markOf(task));
  return tasks
    .filter((task) => needsProof(task, now) || (missed.has(task.id) && (task.status === 'missed' || task.verificationState === 'expired')))
    .sort((a, b) => rank(a) - rank(b) || (b.dueAt ?? '').localeCompare(a.dueAt ?? ''));
}

/** '2 proofs to give, 18 misses to answer': not all that is missed, only misses whose alert was not acknowledged. */
export function needWords(found: readonly Task[], now: number): string {
  const proofs = found.filter((task) => needsProof(task, now)).length;
  const misses = found.length - proofs;
  return [
    ...(proofs > 0 ? [`${plural(proofs, 'proof')} to give`] : []),
    ...(misses > 0 ? [`${plural(misses, 'miss', 'misses')} to answer`] : []),
  ].join(', ');
}

export function NeedsYou({ tasks }: { tasks: readonly Task[] | undefined }) {
  const alerts = useQuery(activeAlertsQuery());
  const { now } = useTaskScreen().clock;
  const found = tasks && (alerts.data || alerts.error) ? tasksInNeed(tasks, alerts.data ?? [], now) : null;
  return (
    <section className={styles.needs} aria-labelledby="needs-h">
      <div className={styles.sectionHeader}>
        <h2 id="needs-h">Needs you</h2>
        {found && found.length > 0 && <span className={clsx(textStyles.atEnd, styles.atEnd)}>{needWords(found, now)}</span>}
      </div>
      {!found && <LinesSkeleton lines={2} label="Loading what needs you" />}
      {found?.length === 0 && <p className={clsx(textStyles.small, textStyles.faint, styles.body)}>Nothing waits for you.</p>}
      {found && found.length > 0 && (
        <ul className={styles.needsList}>
          {found.slice(0, SHOWN_IN_NEED).map((task) => (
            <Need key={task.id} task={task} />
          ))}
        </ul>
      )}
      {found && found.length > SHOWN_IN_NEED && (
        <p className={clsx(textStyles.small, textStyles.faint, styles.body)}>
          <Link
            className={textStyles.link}
            to={found.slice(SHOWN_IN_NEED).some((task) => needsProof(task, now)) ? '/verify' : '/alerts?show=missed'}
          >
            {number(found.length - SHOWN_IN_NEED)} more
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
        <b dir="auto">{task.title}</b>
        <span className={clsx(badge?.tone === 'm' && task.status !== 'missed' && [textStyles.missed, styles.missed])}>{words}</span>
      </Link>
    </li>
  );
}
