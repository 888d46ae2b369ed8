import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Repeat } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { clockTime, dayWord, distance, dueTimeWords, duration, plural } from '../../src/contracts/words/format.ts';
import { markOf, markWord, onYourWord } from '../../src/contracts/words/marks.ts';
import type { AuditEntry } from '../api/audit.ts';
import type { Page } from '../api/client.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { partnersQuery } from '../api/partners.ts';
import { routinesQuery } from '../api/routines.ts';
import { type Task, taskQuery } from '../api/tasks.ts';
import { Trail } from '../history/trail.tsx';
import { localTime, moment } from '../lib/calendar.ts';
import { parseRRule, ruleWords } from '../recurrence/rule.ts';
import detailStyles from '../tasks/detail.module.css';
import { dueOf } from '../tasks/due.ts';
import { FIELD_NAMES, type FieldName, fieldNamed } from '../tasks/fields.ts';
import { DueInPlace, PriorityInPlace, TagsInPlace } from '../tasks/in-place.tsx';
import { wayToMove } from '../tasks/move.ts';
import { isOpen, onVacation, PROOF_WORDS } from '../tasks/state.ts';
import { canChange } from '../tasks/task-actions.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import badgeStyles from '../ui/badge.module.css';
import { Priority, Tag } from '../ui/badge.tsx';
import keyValuesStyles from '../ui/key-values.module.css';
import layoutStyles from '../ui/layout.module.css';
import { Linked } from '../ui/linked.tsx';
import { Note } from '../ui/note.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { FocusFact } from './focus-fact.tsx';
import styles from './task-facts.module.css';

const addressOf = (id: string, from: string | null = null): string =>
  `/todo?tab=routines&routine=${encodeURIComponent(id)}${from === null ? '' : `&from=${from}`}`;

/** Does not show a routine that has ended. */
function RoutineFact({ id }: { id: string }) {
  const { today } = useOwnerClock();
  const routine = useQuery(routinesQuery()).data?.find((one) => one.id === id);
  if (!routine) return 'One of a routine';
  const rule = parseRRule(routine.rrule, routine.startDate);
  return (
    <>
      <Link className={clsx(textStyles.link, keyValuesStyles.link)} to={addressOf(id)}>
        <bdi>{routine.title}</bdi>
      </Link>
      <span className={clsx(textStyles.faint, layoutStyles.block)}>{rule ? ruleWords(rule, today) : routine.rrule}</span>
    </>
  );
}

/**
 * Shown while a routine's task is edited: the change applies to this task only, unless the person chooses to change this and
 * later ones. `from` is its day.
 */
export const RoutineNote = ({ id, from }: { id: string; from: string | null }) => (
  <Note icon={Repeat} title="Only this one.">
    What you change here holds for this day alone.{' '}
    <Link className={clsx(textStyles.link, keyValuesStyles.link)} to={addressOf(id, from)}>
      Change this and later
    </Link>
  </Note>
);

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** For example 'Today, 17:00', 'Fri 20 Nov, end of day' or 'No date'. */
export function dueWords(task: Task, clock: OwnerClock): string {
  const due = dueOf(task, clock.zone);
  return due ? `${upper(dayWord(due.date, clock.today))}, ${dueTimeWords(due.time)}` : 'No date';
}

function statusWords(task: Task, clock: OwnerClock, since: string | null): string {
  const when = (at: string | null): string => (at ? ` ${moment(at, clock.zone, clock.today)}` : '');
  if (task.status === 'completed' && task.completedAt) {
    const ahead = task.dueAt === null ? null : Math.round((Date.parse(task.dueAt) - Date.parse(task.completedAt)) / 60_000);
    const side = ahead === null || ahead === 0 ? '' : `, ${duration(ahead)} ${ahead > 0 ? 'early' : 'late'}`;
    return `${markWord(markOf(task))}, completed${when(task.completedAt)}${side}`.replace(/^Completed( late)?, completed/, 'Completed$1');
  }
  if (onVacation(task)) return 'Skipped, on vacation';
  if (task.status === 'skipped') return `Skipped: ${task.skipReason ?? ''}`;
  if (task.status === 'missed') return `Missed${when(task.missedAt)}, not done yet`;
  if (task.status === 'in_progress') return since ? `In progress since${when(since)}` : 'In progress';
  return 'Open';
}

function proofWords(task: Task, clock: OwnerClock): ReactNode {
  const words = {
    not_required: '',
    awaiting_proof: task.status === 'completed' ? 'waiting for proof' : 'asked for when it is done',
    in_review: 'in review',
    verified: task.onWord ? onYourWord : 'verified',
    rejected: 'sent back',
    expired: 'no proof in time',
  }[task.verificationState];
  const by = task.proofDueAt ? localTime(task.proofDueAt, clock.zone) : null;
  return (
    <>
      {[PROOF_WORDS[task.verificationType], words].filter(Boolean).join(', ')}
      {by && task.verificationState !== 'verified' && (
        <span className={clsx(textStyles.faint, layoutStyles.block)}>
          By {dayWord(by.date, clock.today)}, {clockTime(by.time)}
        </span>
      )}
      {task.proofRequirement && (
        <span className={clsx(textStyles.muted, layoutStyles.block)} dir="auto">
          <Linked text={task.proofRequirement} />
        </span>
      )}
    </>
  );
}

function DueFact({ task, clock }: { task: Task; clock: OwnerClock }) {
  const open = isOpen(task);
  const due = task.dueAt === null ? null : Date.parse(task.dueAt);
  return (
    <>
      {wayToMove(task) === 'move' ? (
        <DueInPlace task={task} words={dueWords(task, clock)}>
          <b className={textStyles.strong}>{dueWords(task, clock)}</b>
        </DueInPlace>
      ) : (
        <b className={textStyles.strong}>{dueWords(task, clock)}</b>
      )}
      {open && due !== null && (
        <span className={clsx(due - clock.now < 86_400_000 ? textStyles.due : textStyles.faint)}> {distance(clock.now, due)}</span>
      )}
      {task.postponed > 0 && <span className={clsx(textStyles.faint, layoutStyles.block)}>Postponed {plural(task.postponed, 'time')}</span>}
    </>
  );
}

/** If this partner has not accepted, the first partner judges. */
function PartnerFact({ id }: { id: string }) {
  const { data } = useQuery(partnersQuery());
  const partner = data?.find((one) => one.id === id);
  if (!partner) return data ? 'Your first partner' : '';
  if (partner.status === 'accepted') return <bdi>{partner.name}</bdi>;
  return (
    <>
      <bdi>{partner.name}</bdi>
      <span className={clsx(textStyles.faint, layoutStyles.block)}>
        {partner.status === 'invited' ? 'Has not answered yet: your first partner judges.' : 'Has left: your first partner judges.'}
      </span>
    </>
  );
}

/** The task before has the same title as a rule, so the link says what became of it. A deleted task has no link. */
function AgainFact({ id, clock }: { id: string; clock: OwnerClock }) {
  const { to } = useTaskScreen();
  const before = useQuery(taskQuery(id)).data?.task;
  if (!before) return 'Another task';
  return (
    <Link className={clsx(textStyles.link, keyValuesStyles.link)} to={to(id)}>
      {markWord(markOf(before))}: {dueWords(before, clock)}
    </Link>
  );
}

export interface TaskFactsProps {
  readonly task: Task;
  readonly clock: OwnerClock;
  /** The start of the task, from its history. Null: it was not started. */
  readonly since: string | null;
}

const TagsFact = ({ tags }: { tags: readonly string[] }) => (
  <span className={styles.tags}>
    {tags.map((tag) => (
      <Tag key={tag}>{tag}</Tag>
    ))}
  </span>
);

/** What can be changed in place is shown without a value, too, because it can be set there. */
function priorityFact(task: Task): ReactNode {
  const { priority } = task;
  const shown = priority === 'none' ? <span className={textStyles.faint}>None</span> : <Priority level={priority} word />;
  if (canChange(task)) return <PriorityInPlace task={task}>{shown}</PriorityInPlace>;
  return priority === 'none' ? null : shown;
}
function tagsFact(task: Task): ReactNode {
  const shown = task.tags.length === 0 ? <span className={textStyles.faint}>None</span> : <TagsFact tags={task.tags} />;
  if (canChange(task)) return <TagsInPlace task={task}>{shown}</TagsInPlace>;
  return task.tags.length === 0 ? null : shown;
}

/** Renders a field as a fact. Null: nothing to show. */
type Shown = (task: Task, clock: OwnerClock) => ReactNode;

/** Fields whose fact is more than text. */
const FACTS: Partial<Record<FieldName, Shown>> = {
  dueDate: (task, clock) => <DueFact task={task} clock={clock} />,
  verificationType: (task, clock) => proofWords(task, clock),
  partnerId: ({ partnerId }) => partnerId && <PartnerFact id={partnerId} />,
  priority: (task) => priorityFact(task),
  tags: (task) => tagsFact(task),
};

function factOf(name: FieldName, task: Task, clock: OwnerClock): readonly (readonly [string, ReactNode])[] {
  const { label, fact, isOfProof } = fieldNamed(name);
  if ((isOfProof || name === 'verificationType') && task.verificationType === 'none') return [];
  const shown = FACTS[name]?.(task, clock) ?? fact?.(task[name]) ?? null;
  return shown === null ? [] : [[label, shown]];
}

/** The due date and the judge come before the routine, all other facts after it. */
const FIRST: readonly FieldName[] = ['dueDate', 'verificationType', 'partnerId'];
const REST = FIELD_NAMES.filter((name) => !FIRST.includes(name));

export const TaskFacts = memo(function TaskFacts({ task, clock, since }: TaskFactsProps) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Status', statusWords(task, clock, since)],
    ...FIRST.flatMap((name) => factOf(name, task, clock)),
    ...(task.againOf === null ? [] : [['Promised again', <AgainFact key="again" id={task.againOf} clock={clock} />] as const]),
    ...(task.recurringTaskId === null ? [] : [['Routine', <RoutineFact key="routine" id={task.recurringTaskId} />] as const]),
    ...REST.flatMap((name) => factOf(name, task, clock)),
    ...(task.focusedMinutes === 0 ? [] : [['Focused', <FocusFact key="focused" task={task} clock={clock} />] as const]),
    ...(task.archived ? [['Archive', 'Archived'] as const] : []),
  ];
  return (
    <dl className={keyValuesStyles.list}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
});

interface TaskHistoryProps {
  readonly audit: UseInfiniteQueryResult<InfiniteData<Page<AuditEntry>>>;
  readonly clock: OwnerClock;
}

/** Newest first. */
export function TaskHistory({ audit, clock }: TaskHistoryProps) {
  const entries = audit.data?.pages.flatMap((page) => page.items);
  return (
    <section className={detailStyles.section} data-part="detail-section" aria-labelledby="history-h">
      <h3 id="history-h">
        History{' '}
        {entries && (
          <span className={badgeStyles.count} data-part="count">
            {audit.hasNextPage ? `the last ${entries.length} events` : plural(entries.length, 'event')}
          </span>
        )}
      </h3>
      {audit.error && !entries && (
        <ErrorState title={audit.error.message} onRetry={() => void audit.refetch()} retrying={audit.isFetching}>
          The record is safe.
        </ErrorState>
      )}
      {!entries && !audit.error && <LinesSkeleton lines={4} label="Loading history" />}
      {entries && <Trail entries={entries} zone={clock.zone} today={clock.today} />}
      <LoadMore more={audit.hasNextPage} loading={audit.isFetchingNextPage} onMore={() => void audit.fetchNextPage()}>
        Older
      </LoadMore>
    </section>
  );
}
