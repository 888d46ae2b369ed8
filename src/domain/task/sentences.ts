import { clockTime, duration, fullDate } from '../../contracts/words/format.ts';
import { isolated, sentence } from '../../contracts/words/isolated.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Changed {
  readonly before: Fields;
  readonly after: Fields;
}

const PRIORITIES: Readonly<Record<string, string>> = { high: 'high', medium: 'medium', low: 'low', none: 'none' };
const PROOFS: Readonly<Record<string, string>> = {
  email: 'email',
  coding: 'coding',
  system_design: 'system design',
  general: 'general',
};

function due({ due_date: date, due_time: time }: Fields): string {
  if (typeof date !== 'string') return 'no due date';
  return typeof time === 'string' ? `${fullDate(date)}, ${clockTime(time)}` : fullDate(date);
}

/** For example 'Due Friday 27 November 2026, 17:00.' */
export const promised = ({ after }: Changed): string => (typeof after.due_date === 'string' ? `Due ${due(after)}.` : 'Without a due date.');

export function edited({ before, after }: Changed): string | null {
  const said = [moved(before, after), ...Object.keys(after).map((field) => EDITS[field]?.(after[field], before[field]))];
  return said.filter((one) => one !== null && one !== undefined).join(' ') || null;
}

/** Completes the due date and time before the edit, because an edit of one of them leaves out the other. */
function moved(before: Fields, after: Fields): string | null {
  if (!('due_date' in after) && !('due_time' in after)) return null;
  if (!('due_date' in after)) return `Now due at ${atTime(after.due_time)}.`;
  return after.due_date === null ? `Was due on ${due(before)}, now has no due date.` : `Moved from ${due(before)} to ${due(after)}.`;
}

/** After a change of zone, a task that is due soon keeps its instant, and a later one keeps its date and time. */
export const rezoned = ({ before, after }: Changed): string =>
  typeof after.due_at === 'string'
    ? 'Due at the same date and time as before, in the new zone.'
    : `Due at the same instant as before, which is ${localDueWords(before, after)} in the new zone.`;

function localDueWords(before: Fields, after: Fields): string {
  const date = after.due_date ?? before.due_date;
  const time = 'due_time' in after ? after.due_time : before.due_time;
  const at = atTime(time);
  return typeof date === 'string' ? `${fullDate(date)}, ${at}` : at;
}

const atTime = (time: unknown): string => (typeof time === 'string' ? clockTime(time) : 'the end of the day');

const EDITS: Readonly<Record<string, (now: unknown, was: unknown) => string>> = {
  title: (_now, was) => (typeof was === 'string' && was !== '' ? sentence`Renamed from ‘${was}’.` : 'Renamed.'),
  description: () => 'Notes changed.',
  tags: (now) =>
    Array.isArray(now) && now.length > 0 ? `Tags set to ${now.map((tag) => isolated(`#${String(tag)}`)).join(' ')}.` : 'Tags taken away.',
  priority: (now) => `Priority set to ${PRIORITIES[String(now)] ?? String(now)}.`,
  verification_type: (now) => (now === 'none' ? 'Proof no longer asked for.' : `Proof set to ${PROOFS[String(now)] ?? String(now)}.`),
  proof_requirement: (now) =>
    typeof now === 'string' && now !== '' ? sentence`Asked for as proof: ‘${now}’.` : 'Nothing is named as proof any more.',
  estimate_minutes: (now) => (typeof now === 'number' ? `Estimate set to ${duration(now)}.` : 'Estimate taken away.'),
  parent_id: (now) => (typeof now === 'string' ? 'Made a step of another task.' : 'No longer a step.'),
  partner_id: (now) =>
    typeof now === 'string' ? 'The partner was chosen who judges its proof.' : 'The first partner judges its proof again.',
};

/** A task that was skipped in time was never missed. If it is done after its deadline, it still counts as skipped. */
export function completed({ before, after }: Changed): string | null {
  if (after.late !== true) return null;
  return before.status === 'skipped' ? 'Done after its deadline. It stays skipped.' : 'Done late. The miss stays.';
}

export const skipped = ({ after }: Changed): string | null =>
  typeof after.skip_reason === 'string' ? sentence`Because: ${after.skip_reason}` : null;

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

/** `type`: the stored name of the event that was taken back. */
export const undone = (type: string): string => UNDONE[type] ?? 'Taken back.';
