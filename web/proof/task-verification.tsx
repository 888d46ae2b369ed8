import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type MarkName, markOf, markWord } from '../../src/contracts/words/marks.ts';
import { CORRECTED } from '../../src/contracts/words/task-state.ts';
import { auditQuery } from '../api/audit.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { failedWith } from '../api/problem.ts';
import { type Task, taskQuery } from '../api/tasks.ts';
import { type Verification, verificationQuery } from '../api/verifications.ts';
import { Trail } from '../history/trail.tsx';
import { cachedTask } from '../tasks/cache.ts';
import detailStyles from '../tasks/detail.module.css';
import { canProve, isOpen } from '../tasks/state.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Linked } from '../ui/linked.tsx';
import { Mark } from '../ui/mark.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { TEXT_TONES } from '../ui/text-tones.ts';
import { CodeTasks } from './coding/code-tasks.tsx';
import { Composer } from './composer.tsx';
import { DesignFeedback } from './design-feedback.tsx';
import { EmailTasks } from './email/email-tasks.tsx';
import { Given } from './given.tsx';
import { AppealSection, InReview } from './review.tsx';
import styles from './task-verification.module.css';
import { dayAndTime, dueWords, leftTone, leftWords, markOfVerification, typeWords } from './words.ts';

interface ClockProps {
  readonly one: Verification;
  readonly task: Task;
  readonly clock: OwnerClock;
}

/** The remaining share of the time, from 0 to 1. The time started with the completion, or with the creation of the task. */
export function shareLeft(from: string, until: string, now: number): number {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  return end <= begin ? 0 : Math.min(1, Math.max(0, (end - now) / (end - begin)));
}

/** The remaining time, in words and as a bar. */
function Clock({ one, task, clock }: ClockProps) {
  const until = isOpen(task) ? task.dueAt : (one.proofDueAt ?? task.proofDueAt);
  if (until === null) return null;
  const left = leftWords(until, clock.now);
  if (left === null) return null;
  const what = isOpen(task) ? 'to do it; proof completes it' : one.state === 'rejected' ? 'to send it again' : 'to send proof';
  const tone = TEXT_TONES[leftTone(until, clock.now)];
  return (
    <div className={styles.clock}>
      <span role="timer">
        <b className={tone}>{left} left</b> {what}
      </span>
      <span className={clsx(textStyles.atEnd, styles.atEnd, textStyles.faint)}>
        until {dayAndTime(until, clock)}, that instant included
      </span>
      <i aria-hidden="true" className={tone}>
        <b style={{ width: `${shareLeft(task.completedAt ?? task.createdAt, until, clock.now) * 100}%` }} />
      </i>
    </div>
  );
}

/** Newest first. */
function ProofTrail({ id, clock }: { id: string; clock: OwnerClock }) {
  const audit = useInfiniteQuery(auditQuery(id));
  const entries = audit.data?.pages.flatMap((page) => page.items);
  return (
    <section className={detailStyles.section} data-part="detail-section" aria-labelledby="trail-h">
      <h3 id="trail-h">Trail</h3>
      {audit.error && !entries && (
        <ErrorState title={audit.error.message} onRetry={() => void audit.refetch()} retrying={audit.isFetching}>
          The record is safe.
        </ErrorState>
      )}
      {!entries && !audit.error && <LinesSkeleton lines={4} label="Loading the trail" />}
      {entries && <Trail entries={entries} zone={clock.zone} today={clock.today} />}
      <LoadMore more={audit.hasNextPage} loading={audit.isFetchingNextPage} onMore={() => void audit.fetchNextPage()}>
        Older
      </LoadMore>
    </section>
  );
}

interface PanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function TaskVerification({ id, onClose }: PanelProps) {
  const client = useQueryClient();
  const one = useQuery(verificationQuery(id));
  const own = useQuery({
    ...taskQuery(id),
    placeholderData: () => {
      const task = cachedTask(client, id);
      return task && { task, etag: null };
    },
  });
  const task = own.data?.task ?? null;
  const isGone = one.data === null && failedWith(own.error, 'not_found');
  const error = one.error ?? (one.data === null && !isGone ? own.error : null);
  const isHere = one.data !== undefined && (one.data !== null || task !== null);
  return (
    <article className={styles.panel} aria-label={one.data?.taskTitle ?? task?.title ?? 'Verification'}>
      <div className={styles.toolbar}>
        <IconButton label="Back to the list" className={styles.back} onClick={onClose}>
          <Icon of={ArrowLeft} />
        </IconButton>
        <Link
          className={clsx(textStyles.link, textStyles.small, textStyles.atEnd, styles.atEnd)}
          to={`/todo?task=${encodeURIComponent(id)}`}
        >
          Open the task
        </Link>
        <IconButton label="Close" className={styles.close} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      {isHere && <Body one={one.data ?? null} task={task} />}
      {isGone && <ErrorState title="This task is not here any more">It was deleted, or the address is wrong.</ErrorState>}
      {!isHere && !isGone && error && (
        <ErrorState title={error.message} onRetry={() => void one.refetch()} retrying={one.isFetching}>
          What you gave is safe.
        </ErrorState>
      )}
      {!isHere && !isGone && !error && <LinesSkeleton lines={7} label="Loading the verification" />}
    </article>
  );
}

const TONES: Readonly<Partial<Record<MarkName, Tone>>> = {
  verified: 'kept',
  on_word: 'kept',
  completed: 'kept',
  in_review: 'review',
  awaiting_proof: 'due',
  rejected: 'missed',
  expired: 'missed',
  missed: 'missed',
};

function standing(one: Verification | null, task: Task | null): { mark: MarkName; word: string } {
  if (one?.corrected || task?.corrected) return CORRECTED;
  const mark = task ? markOf(task) : one ? markOfVerification(one) : 'pending';
  return { mark, word: markWord(mark) };
}

function Body({ one, task }: { one: Verification | null; task: Task | null }) {
  const clock = useOwnerClock();
  const { mark, word } = standing(one, task);
  const [first] = useState(mark);
  const heading = useRef<HTMLHeadingElement>(null);
  const isToGive = (useLocation().state as { give?: boolean } | null)?.give === true;
  const canGive = task !== null && one !== null && canProve(task, clock.now);
  const isEmail = one?.type === 'email';
  useEffect(() => {
    if (!isToGive || !canGive || isEmail) heading.current?.focus({ preventScroll: true });
  }, [isToGive, canGive, isEmail]);
  const due = one?.dueAt ?? task?.dueAt ?? null;
  const last = one?.submissions.at(-1);
  return (
    <>
      <header className={styles.header}>
        <div className={styles.standing}>
          <Badge tone={TONES[mark] ?? 'neutral'} icon={<Mark name={mark} size="s" named={false} drawn={mark !== first} />}>
            {word}
          </Badge>
          <span className={clsx(textStyles.small, textStyles.faint)}>
            {[one ? typeWords(one) : 'No proof', dueWords(due, clock)].join(', ')}
          </span>
        </div>
        <h2 ref={heading} tabIndex={-1} dir="auto">
          <Linked text={one?.taskTitle ?? task?.title ?? ''} />
        </h2>
      </header>
      {one?.requirement && (
        <section className={styles.requirement} aria-labelledby="req-h">
          <h3 id="req-h">Asked for</h3>
          <p dir="auto">
            <Linked text={one.requirement} />
          </p>
        </section>
      )}
      {one && task && canGive && <Clock one={one} task={task} clock={clock} />}
      {one?.state === 'in_review' && <InReview one={one} clock={clock} />}
      {one && one.submissions.length > 0 && <Given one={one} clock={clock} />}
      {one && <DesignFeedback one={one} clock={clock} />}
      {task && one?.type === 'coding' && <CodeTasks task={task} />}
      {one?.type === 'email' && <EmailTasks taskId={one.taskId} canSend={canGive} />}
      {one && task && canGive && <Composer key={last?.id ?? 'first'} one={one} focused={isToGive} second={isEmail} />}
      <AppealSection one={one} task={task} clock={clock} />
      <ProofTrail id={one?.taskId ?? task?.id ?? ''} clock={clock} />
    </>
  );
}
