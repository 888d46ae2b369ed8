import { dateWords } from '../../../presenters/dates.ts';
import type { HistoryDoc } from '../../../projections/history/history.ts';
import { ACCOUNT_DETAILS } from './account-details.ts';
import { PARTNER_DETAILS } from './partner-details.ts';
import { RHYTHM_DETAILS } from './rhythm-details.ts';
import { ROUTINE_DETAILS } from './routine-details.ts';

interface Changed {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const LABELS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  tags: 'tags',
  priority: 'priority',
  verification_type: 'proof',
  estimate_minutes: 'estimate',
  parent_id: 'parent',
};

function due(fields: Changed['after']): string {
  const { due_date: date, due_time: time } = fields;
  if (typeof date !== 'string') return 'no due date';
  return typeof time === 'string' ? `${dateWords(date)}, ${time}` : dateWords(date);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The due date and time before, where a change of only one of them leaves the other out. */
function edited({ before, after }: Changed): string | null {
  const names = Object.keys(after).flatMap((name) => (LABELS[name] ? [LABELS[name]] : []));
  const other = names.length > 0 ? sentence(`changed ${names.join(', ')}`) : null;
  if (!('due_date' in after) && !('due_time' in after)) return other;
  if (!('due_date' in after)) return `Now due at ${after.due_time ?? 'the end of the day'}.`;
  const moved = after.due_date === null ? `Was due on ${due(before)}, now has no due date.` : `Moved from ${due(before)} to ${due(after)}.`;
  return other ? `${moved} ${other}` : moved;
}

const skipped = ({ after }: Changed): string | null => (typeof after.skip_reason === 'string' ? `Because: ${after.skip_reason}` : null);

const DETAILS: Readonly<Record<string, (changed: Changed, data: HistoryDoc['data']) => string | null>> = {
  TaskPromised: ({ after }) => (typeof after.due_date === 'string' ? `Due ${due(after)}.` : 'Without a due date.'),
  TaskEdited: edited,
  TaskCompleted: ({ after }) => (after.late === true ? 'Done late. The miss stays.' : null),
  TaskSkipped: skipped,
  TaskMissed: () => 'It was not completed by its due time.',
  TaskArchived: () => null,
  TaskUndone: (_changed, data) => UNDONE[String(data.undone_type)] ?? 'Taken back.',
  ProofExpired: () => 'No proof came by the proof deadline.',
  TimezoneChanged: ({ before, after }) => `From ${before.timezone} to ${after.timezone}.`,
  ...ACCOUNT_DETAILS,
  ...PARTNER_DETAILS,
  ...RHYTHM_DETAILS,
  ...ROUTINE_DETAILS,
  AlertRaised: (_changed, data) => ALERTS[String(data.kind)] ?? null,
  AlertResolved: (_changed, data) => RESOLVED[String(data.reason)] ?? null,
  DayClosed: (_changed, data) => dayClosed(data),
};

const UNDONE: Readonly<Record<string, string>> = {
  TaskEdited: 'The edit was taken back.',
  TaskStarted: 'The start was taken back.',
  TaskReopened: 'The reopening was taken back.',
  TaskCompleted: 'The completion was taken back.',
  TaskSkipped: 'The skip was taken back.',
  TaskArchived: 'It came back from the archive.',
  TaskUnarchived: 'It went back to the archive.',
  TaskDeleted: 'The deletion was taken back.',
};

const ALERTS: Readonly<Record<string, string>> = {
  due_24h: 'Due within a day.',
  due_2h: 'Due within two hours.',
  missed: 'The due time passed.',
  proof_30m: 'Proof was due within 30 minutes.',
  proof_expired: 'The proof deadline passed.',
  streak_broken: 'A streak ended.',
  undelivered: 'A message could not be delivered.',
};

const RESOLVED: Readonly<Record<string, string>> = {
  completed: 'The task was completed.',
  skipped: 'The task was skipped.',
  deleted: 'The task was deleted.',
  moved: 'The due date was moved.',
  superseded: 'A later alert took its place.',
  missed: 'The due time passed.',
  undone: 'What caused it was taken back.',
  expired: 'The proof deadline passed.',
  delivered: 'A later message arrived.',
  removed: 'The partner was removed.',
};

function dayClosed(data: HistoryDoc['data']): string {
  const { date, counts, streak, frozen } = data as unknown as {
    date: string;
    counts: Record<string, number>;
    streak: { current: number };
    frozen: boolean;
  };
  const parts = ['kept', 'missed', 'skipped', 'open'].filter((name) => (counts[name] ?? 0) > 0).map((name) => `${counts[name]} ${name}`);
  const length = `Streak: ${streak.current} ${streak.current === 1 ? 'day' : 'days'}`;
  return `${dateWords(date)}: ${parts.join(', ') || 'nothing planned'}. ${length}${frozen ? ', kept by a freeze' : ''}.`;
}

/** One sentence of what happened beyond its name, or null. */
export const detailOf = (doc: HistoryDoc, changed: Changed): string | null => DETAILS[doc.action]?.(changed, doc.data) ?? null;
