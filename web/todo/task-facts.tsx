import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { onYourWord } from '../../src/contracts/words/on-word.ts';
import type { AuditEntry } from '../api/audit.ts';
import type { Page } from '../api/client.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { partnersQuery } from '../api/partners.ts';
import { routinesQuery } from '../api/routines.ts';
import type { Task } from '../api/tasks.ts';
import { Trail } from '../history/trail.tsx';
import { localTime } from '../lib/calendar.ts';
import { dayWord, distance, duration, moment, plural } from '../lib/words.ts';
import { parseRRule, ruleWords } from '../recurrence/rule.ts';
import { dueOf } from '../tasks/due.ts';
import { isOpen, onVacation, PROOF_WORDS } from '../tasks/state.ts';
import { Priority, Tag } from '../ui/badge.tsx';
import { markOf, markWord } from '../ui/mark.tsx';
import { Note } from '../ui/note.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';

const addressOf = (id: string, from: string | null = null): string =>
  `/todo?tab=routines&routine=${encodeURIComponent(id)}${from === null ? '' : `&from=${from}`}`;

/** The routine that created a task, with its rule. A routine that has ended is not named. */
function RoutineFact({ id }: { id: string }) {
  const { today } = useOwnerClock();
  const routine = useQuery(routinesQuery()).data?.find((one) => one.id === id);
  if (!routine) return 'One of a routine';
  const rule = parseRRule(routine.rrule, routine.startDate);
  return (
    <>
      <Link className="link" to={addressOf(id)}>
        {routine.title}
      </Link>
      <span className="q3 block">{rule ? ruleWords(rule, today) : routine.rrule}</span>
    </>
  );
}

/** A note above the form while a routine's task is edited: this task alone is changed, unless this and later ones are chosen. `from`: its day. */
export const RoutineNote = ({ id, from }: { id: string; from: string | null }) => (
  <Note icon={Repeat} title="Only this one.">
    What you change here holds for this day alone.{' '}
    <Link className="link" to={addressOf(id, from)}>
      Change this and later
    </Link>
  </Note>
);

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** When a task is due: 'Today, 17:00', 'Fri 20 Nov, end of day' or 'No date'. */
export function dueWords(task: Task, clock: OwnerClock): string {
  const due = dueOf(task, clock.zone);
  return due ? `${upper(dayWord(due.date, clock.today))}, ${due.time ?? 'end of day'}` : 'No date';
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
        <span className="q3 block">
          By {dayWord(by.date, clock.today)}, {by.time}
        </span>
      )}
      {task.proofRequirement && <span className="q2 block">{task.proofRequirement}</span>}
    </>
  );
}

function DueFact({ task, clock }: { task: Task; clock: OwnerClock }) {
  const open = isOpen(task);
  const due = task.dueAt === null ? null : Date.parse(task.dueAt);
  return (
    <>
      <b className="b">{dueWords(task, clock)}</b>
      {open && due !== null && <span className={clsx(due - clock.now < 86_400_000 ? 'due' : 'q3')}> {distance(clock.now, due)}</span>}
      {task.postponed > 0 && <span className="q3 block">Postponed {plural(task.postponed, 'time')}</span>}
    </>
  );
}

/** The partner whom the task names. Where they have not accepted, the first one judges. */
function PartnerFact({ id }: { id: string }) {
  const { data } = useQuery(partnersQuery());
  const partner = data?.find((one) => one.id === id);
  if (!partner) return data ? 'Your first partner' : '';
  if (partner.status === 'accepted') return partner.name;
  return (
    <>
      {partner.name}
      <span className="q3 block">
        {partner.status === 'invited' ? 'Has not answered yet: your first partner judges.' : 'Has left: your first partner judges.'}
      </span>
    </>
  );
}

export interface TaskFactsProps {
  readonly task: Task;
  readonly clock: OwnerClock;
  /** The instant at which it was started, from its history, or null. */
  readonly since: string | null;
}

export function TaskFacts({ task, clock, since }: TaskFactsProps) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Status', statusWords(task, clock, since)],
    ['Due', <DueFact key="due" task={task} clock={clock} />],
    ...(task.verificationType === 'none' ? [] : [['Proof', proofWords(task, clock)] as const]),
    ...(task.verificationType === 'none' || task.partnerId === null
      ? []
      : [['Judged by', <PartnerFact key="judge" id={task.partnerId} />] as const]),
    ...(task.recurringTaskId === null ? [] : [['Routine', <RoutineFact key="routine" id={task.recurringTaskId} />] as const]),
    ...(task.priority === 'none' ? [] : [['Priority', <Priority key="pri" level={task.priority} word />] as const]),
    ...(task.estimateMinutes === null ? [] : [['Estimate', duration(task.estimateMinutes)] as const]),
    ...(task.tags.length === 0
      ? []
      : [
          [
            'Tags',
            <span key="tags" className="facts-tags">
              {task.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </span>,
          ] as const,
        ]),
    ...(task.archived ? [['Archive', 'Archived'] as const] : []),
  ];
  return (
    <dl className="kv">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TaskHistoryProps {
  readonly audit: UseInfiniteQueryResult<InfiniteData<Page<AuditEntry>>>;
  readonly clock: OwnerClock;
}

/** The history of one task, newest first. */
export function TaskHistory({ audit, clock }: TaskHistoryProps) {
  const entries = audit.data?.pages.flatMap((page) => page.items);
  return (
    <section className="dsec" aria-labelledby="history-h">
      <h3 id="history-h">
        History{' '}
        {entries && (
          <span className="count">{audit.hasNextPage ? `the last ${entries.length} events` : plural(entries.length, 'event')}</span>
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
