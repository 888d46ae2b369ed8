import { isAhead, type Verification } from '../api/verifications.ts';

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

/** The last instant at which proof can be given; an open task has to be done first. */
export const endsAt = (one: Verification): string | null => (isAhead(one) ? one.dueAt : one.proofDueAt);

const byEnd = (a: Verification, b: Verification): number => (endsAt(a) ?? '9').localeCompare(endsAt(b) ?? '9');

/**
 * What waits, by what has to be done about it. Of the two groups that wait for the person, the one that ends first comes
 * first, and so do the rows of each group. Groups without rows are left out.
 */
export function groupsOf(waiting: readonly Verification[]): Group[] {
  const group = (name: GroupName): Group => ({ name, items: waiting.filter((one) => groupOf(one) === name).sort(byEnd) });
  const [pending, rejected] = [group('pending'), group('rejected')];
  const [first, second] = [pending.items[0], rejected.items[0]];
  const sentBackFirst = first && second ? byEnd(second, first) < 0 : false;
  const yours = sentBackFirst ? [rejected, pending] : [pending, rejected];
  return [...yours, group('in_review'), group('soon')].filter(({ items }) => items.length > 0);
}
