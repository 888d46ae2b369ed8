import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { duration } from '../../src/contracts/words/format.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { isAhead, type Verification } from '../api/verifications.ts';
import { moment } from '../lib/calendar.ts';
import { MarkSlot } from '../ui/mark.tsx';
import { TEXT_TONES } from '../ui/text-tones.ts';
import styles from './verify-row.module.css';
import { ahead, decidedAt, decidedWords, lastWords, leftTone, leftWords, markOfVerification, typeWords, withWords } from './words.ts';

export type GroupName = 'pending' | 'rejected' | 'in_review' | 'soon';
export const GROUP_TITLES: Readonly<Record<GroupName, string>> = {
  pending: 'Pending proof',
  rejected: 'Rejected',
  in_review: 'In review',
  soon: 'Due within 7 days',
};

export interface Group {
  readonly name: GroupName;
  readonly items: readonly Verification[];
}

const groupOf = (one: Verification): GroupName => {
  if (one.state === 'in_review') return 'in_review';
  if (one.state === 'rejected') return 'rejected';
  return isAhead(one) ? 'soon' : 'pending';
};

/** The deadline for the proof. An open task has to be completed first, so its due instant is shown. */
export const endsAt = (one: Verification): string | null => (isAhead(one) ? one.dueAt : one.proofDueAt);

const byEnd = (a: Verification, b: Verification): number => (endsAt(a) ?? '9').localeCompare(endsAt(b) ?? '9');

/**
 * Groups waiting verifications by the next action. Of the two groups that need the person, the one with the earlier deadline
 * comes first. Rows are ordered by deadline. Empty groups are left out.
 */
export function groupsOf(waiting: readonly Verification[]): Group[] {
  const group = (name: GroupName): Group => ({ name, items: waiting.filter((one) => groupOf(one) === name).sort(byEnd) });
  const [pending, rejected] = [group('pending'), group('rejected')];
  const [first, second] = [pending.items[0], rejected.items[0]];
  const sentBackFirst = first && second ? byEnd(second, first) < 0 : false;
  const yours = sentBackFirst ? [rejected, pending] : [pending, rejected];
  return [...yours, group('in_review'), group('soon')].filter(({ items }) => items.length > 0);
}

interface RowProps {
  readonly one: Verification;
  readonly clock: OwnerClock;
  readonly to: string;
  readonly selected: boolean;
}

export function WaitingRow({ one, clock, to, selected }: RowProps) {
  return (
    <Row one={one} to={to} selected={selected} words={`${typeWords(one)}, ${lastWords(one, clock)}`}>
      {one.state === 'in_review' ? <InReview one={one} clock={clock} /> : <TimeLeft one={one} clock={clock} />}
    </Row>
  );
}

export const DecidedRow = ({ one, clock, to, selected }: RowProps) => (
  <Row one={one} to={to} selected={selected} words={`${typeWords(one)}, ${decidedWords(one)}`}>
    {moment(decidedAt(one), clock.zone, clock.today)}
  </Row>
);

interface ShellProps extends Pick<RowProps, 'one' | 'to' | 'selected'> {
  readonly words: string;
  readonly children: ReactNode;
}

function Row({ one, to, selected, words, children }: ShellProps) {
  const mark = markOfVerification(one);
  const [first] = useState(mark);
  return (
    <li className={clsx(styles.item, selected && styles.selected)} data-task={one.taskId}>
      <MarkSlot name={mark} drawn={mark !== first} />
      <Link className={styles.body} data-part="verification" to={to} aria-current={selected ? 'true' : undefined}>
        <b dir="auto">{one.taskTitle}</b>
        <span dir="auto">{words}</span>
      </Link>
      <span className={styles.waiting}>{children}</span>
    </li>
  );
}

function InReview({ one, clock }: Pick<RowProps, 'one' | 'clock'>) {
  const minutes = Math.floor((clock.now - Date.parse(one.submissions.at(-1)?.at ?? one.updatedAt)) / 60_000);
  return (
    <>
      {withWords(one, true)}
      <br />
      {minutes < 1 ? 'just sent' : `for ${duration(minutes)}`}
    </>
  );
}

function TimeLeft({ one, clock }: Pick<RowProps, 'one' | 'clock'>) {
  const until = endsAt(one);
  if (until === null) return <>no deadline</>;
  const left = leftWords(until, clock.now);
  return (
    <>
      <b className={isAhead(one) && left !== null ? undefined : TEXT_TONES[leftTone(until, clock.now)]}>{left ?? 'over'}</b>
      <br />
      until {ahead(until, clock)}
    </>
  );
}
