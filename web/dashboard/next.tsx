import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Ellipsis, Stamp, Sunrise, Timer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { clockTime, dayWord, distance } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { type Next, type NextCode, nextQuery } from '../api/next.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { NewTaskLink } from '../quick-add/early-line.tsx';
import { dueOf } from '../tasks/due.ts';
import { openFocus } from '../tasks/focus-panel.ts';
import { wayToMove } from '../tasks/move.ts';
import { canFocus, proofAddress } from '../tasks/state.ts';
import { TaskMenuItems } from '../tasks/task-menu.tsx';
import { TaskTick } from '../tasks/task-row.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { BlockSkeleton, Empty, ErrorState } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import styles from './next.module.css';

/** What is next changes with the time, too: a time box begins, a deadline comes near. */
const READ_AGAIN_MS = 60_000;

/** Why a task comes after the first, in a few words with the time that decides. */
export function otherWords(code: NextCode, task: Task, { zone, today, now }: Pick<OwnerClock, 'zone' | 'today' | 'now'>): string {
  const due = dueOf(task, zone);
  switch (code) {
    case 'focused':
      return 'in focus';
    case 'boxed':
      return 'planned for now';
    case 'proof_ends':
      return task.proofDueAt ? `proof ends ${distance(now, Date.parse(task.proofDueAt))}` : 'awaits proof';
    case 'due_soon':
      return task.dueAt ? `due ${distance(now, Date.parse(task.dueAt))}` : 'due soon';
    case 'undated':
      return 'no due date';
    default:
      return due ? `due ${dayWord(due.date, today)}${due.time ? `, ${clockTime(due.time)}` : ''}` : 'no due date';
  }
}

/** What to do next and why. `tasks`: the cached list, which already shows a change that is being sent. */
export function NextBlock({ tasks }: { tasks: readonly Task[] | undefined }) {
  const query = useQuery({ ...nextQuery(), refetchInterval: READ_AGAIN_MS });
  const next = query.data;
  if (!next && query.error)
    return (
      <div className={styles.nothing}>
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          Your tasks are safe.
        </ErrorState>
      </div>
    );
  if (!next) return <BlockSkeleton height={132} label="Loading what is next" />;
  if (!next.task || !next.reason)
    return (
      <section className={styles.nothing} aria-label="Next">
        <Empty title="Nothing waits for you" mark="completed" action={<NewTaskLink variant="secondary" />}>
          No task is open. What you write down next stands here.
        </Empty>
      </section>
    );
  const task = tasks?.find(({ id }) => id === next.task?.id) ?? next.task;
  return <Offer task={task} reason={next.reason} others={next.others} tasks={tasks ?? []} />;
}

interface OfferProps {
  readonly task: Task;
  readonly reason: NonNullable<Next['reason']>;
  readonly others: Next['others'];
  readonly tasks: readonly Task[];
}

function Offer({ task, reason, others, tasks }: OfferProps) {
  const { clock, to } = useTaskScreen();
  const shown = others.flatMap(({ taskId, code }) => {
    const found = tasks.find(({ id }) => id === taskId);
    return found ? [{ task: found, code }] : [];
  });
  return (
    <section className={styles.next} aria-labelledby="next-h">
      <TaskTick key={task.id} task={task} />
      <div className={styles.body}>
        <p className={styles.kicker}>
          Next <Why />
        </p>
        <h2 id="next-h" dir="auto">
          <Link to={to(task.id)}>{task.title}</Link>
        </h2>
        <p>{reason.text}</p>
      </div>
      <Acts task={task} code={reason.code} />
      {shown.length > 0 && (
        <ul className={styles.others} aria-label="After it">
          {shown.map((other) => (
            <li key={other.task.id}>
              <Link to={to(other.task.id)} dir="auto">
                {other.task.title}
              </Link>
              <span>{otherWords(other.code, other.task, clock)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The first button is what the reason asks for. */
function Acts({ task, code }: { task: Task; code: NextCode }) {
  const { press, focus, move, clock } = useTaskScreen();
  const pressed = press(task);
  return (
    <div className={styles.acts}>
      {code === 'focused' && (
        <Button variant="primary" icon={<Icon of={Timer} />} onClick={() => openFocus()}>
          Show the timer
        </Button>
      )}
      {code === 'proof_ends' && (
        <ButtonLink variant="primary" to={proofAddress(task.id)} state={{ give: true }} icon={<Icon of={Stamp} />}>
          Give proof
        </ButtonLink>
      )}
      {code !== 'focused' && canFocus(task) && (
        <Button variant="primary" icon={<Icon of={Timer} />} onClick={() => focus(task)}>
          Focus
        </Button>
      )}
      {pressed && code !== 'proof_ends' && <Button onClick={pressed.run}>{pressed.label === 'Complete' ? 'Done' : pressed.label}</Button>}
      {wayToMove(task) === 'move' && (
        <Button
          variant="ghost"
          className={styles.tomorrow}
          icon={<Icon of={Sunrise} />}
          onClick={() => move(task, addDays(clock.today, 1))}
        >
          Tomorrow
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={sentence`More: ${task.title}`}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <TaskMenuItems task={task} />
      </Menu>
    </div>
  );
}

const RULE: readonly (readonly [string, string])[] = [
  ['In focus now', 'the session under way'],
  ['Planned for now', 'a time box covers this minute'],
  ['Proof ends soon', 'at most 24 hours left'],
  ['Due soon', 'within two hours'],
  ['Due today', 'by priority, then by time, then the shortest'],
  ['Due later, no date', 'the next seven days in the same order, then what has no date, then the rest'],
];

/** The rule behind the word 'Next'. It is the same on every device. */
function Why() {
  return (
    <Popover
      label="Why this one"
      align="start"
      className={styles.why}
      trigger={
        <button type="button" className={clsx(textStyles.link, textStyles.small)}>
          Why this one
        </button>
      }
    >
      <dl className={styles.rule}>
        {RULE.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className={clsx(textStyles.small, textStyles.muted)}>
        ‘Prioritise today’ on the screen Todo may order them otherwise. It says why for each, and changes nothing until you take it.
      </p>
    </Popover>
  );
}
