import type { AuditEntry } from '../api/audit.ts';
import { dayWord, duration } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { PRIORITY_WORDS, PROOF_WORDS } from '../tasks/state.ts';
import type { MarkName } from '../ui/mark.tsx';

type Fields = AuditEntry['before'];
interface Place {
  readonly zone: string;
  readonly today: string;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function dueWords(fields: Fields, other: Fields, today: string): string | null {
  const date = 'due_date' in fields ? text(fields.due_date) : text(other.due_date);
  const time = 'due_time' in fields ? text(fields.due_time) : null;
  return date === null && time === null ? null : [date === null ? null : dayWord(date, today), time].filter(Boolean).join(' ');
}

function edits({ before, after }: Pick<AuditEntry, 'before' | 'after'>, today: string): string[] {
  const said: string[] = [];
  if ('due_date' in after || 'due_time' in after) {
    const from = dueWords(before, after, today);
    const to = dueWords(after, before, today);
    const gone = 'due_date' in after && after.due_date === null;
    said.push(
      gone
        ? `Due date ${from ?? ''} taken away`.replace('  ', ' ')
        : before.due_date === null || from === null
          ? `Due ${to ?? ''}`
          : `Moved from ${from} to ${to ?? ''}`,
    );
  }
  if ('title' in after) said.push(text(before.title) ? `Renamed from ‘${before.title}’` : 'Renamed');
  if ('priority' in after)
    said.push(`Priority set to ${(PRIORITY_WORDS[after.priority as keyof typeof PRIORITY_WORDS] ?? '').toLowerCase()}`);
  if ('verification_type' in after) {
    const kind = after.verification_type as keyof typeof PROOF_WORDS;
    said.push(kind === 'none' ? 'Proof no longer asked for' : `Proof set to ${(PROOF_WORDS[kind] ?? '').toLowerCase()}`);
  }
  if ('estimate_minutes' in after)
    said.push(typeof after.estimate_minutes === 'number' ? `Estimate set to ${duration(after.estimate_minutes)}` : 'Estimate taken away');
  if ('tags' in after)
    said.push(
      Array.isArray(after.tags) && after.tags.length > 0
        ? `Tags set to ${after.tags.map((tag) => `#${String(tag)}`).join(' ')}`
        : 'Tags taken away',
    );
  if ('description' in after) said.push('Notes changed');
  if ('parent_id' in after) said.push(after.parent_id ? 'Made a step of another task' : 'No longer a step');
  return said;
}

const PLAIN: Readonly<Record<string, string>> = {
  TaskPromised: 'Promised',
  TaskEdited: 'Edited',
  TaskCompleted: 'Completed',
  TaskSkipped: 'Skipped',
  TaskUndone: 'Taken back:',
  TaskStarted: 'Started',
  TaskReopened: 'Opened again',
  TaskMissed: 'Missed',
  TaskArchived: 'Archived',
  TaskUnarchived: 'Taken out of the archive',
  TaskDeleted: 'Deleted',
  ProofExpired: 'Proof expired',
  DayClosed: 'Day closed',
  AlertRaised: 'Alert:',
  AlertResolved: 'Alert resolved:',
  AlertAcknowledged: 'Alert acknowledged:',
  AccountRegistered: 'Signed up',
  AccountConfirmed: 'Address confirmed',
  ProfileChanged: 'Profile changed',
  TimezoneChanged: 'Time zone changed',
  PasswordChanged: 'Password changed',
  SignedOutEverywhere: 'Signed out everywhere',
  SessionStarted: 'Signed in',
  SessionEnded: 'Signed out',
};

/** An event's stored name as words, for those that have none of their own: 'PartnerInvited' → 'Partner invited'. */
export const actionWords = (action: string): string => {
  const spaced = action.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return PLAIN[action] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

function undone(entry: Pick<AuditEntry, 'before' | 'after'>, today: string): string {
  if (entry.before.deleted === true || entry.after.deleted === false) return 'Deletion taken back';
  if (entry.after.archived === false) return 'Archiving taken back';
  const status = text(entry.after.status);
  if (status) return `Taken back: ${status === 'pending' ? 'open again' : status.replace('_', ' ')}`;
  const changes = edits(entry, today);
  return changes.length > 0 ? `Taken back: ${changes.join(', ').replace(/^./, (letter) => letter.toLowerCase())}` : 'Taken back';
}

/** What happened, in a sentence without its subject. */
export function auditWords(entry: Pick<AuditEntry, 'action' | 'before' | 'after'>, { today }: Pick<Place, 'today'>): string {
  const { action, after } = entry;
  if (action === 'TaskEdited') return edits(entry, today).join('. ') || 'Edited';
  if (action === 'TaskCompleted') return after.late === true ? 'Completed late' : 'Completed';
  if (action === 'TaskSkipped') return text(after.skip_reason) ? `Skipped: ${after.skip_reason}` : 'Skipped';
  if (action === 'TaskUndone') return undone(entry, today);
  if (action === 'AlertRaised') return text(after.title) ? `Alert: ${after.title}` : 'Alert raised';
  return actionWords(action).replace(/:$/, '');
}

/** Marks stand only where the state changed. */
export const AUDIT_MARKS: Readonly<Record<string, MarkName>> = {
  TaskPromised: 'pending',
  TaskStarted: 'in_progress',
  TaskCompleted: 'completed',
  TaskMissed: 'missed',
  TaskSkipped: 'skipped',
  ProofExpired: 'expired',
  TaskDeleted: 'taken_back',
};

export function auditMark(entry: Pick<AuditEntry, 'action' | 'after'>): MarkName | null {
  if (entry.action === 'TaskCompleted' && entry.after.late === true) return 'late';
  if (entry.action === 'TaskCompleted' && entry.after.verification_state === 'awaiting_proof') return 'awaiting_proof';
  return AUDIT_MARKS[entry.action] ?? null;
}

/** 'by you', 'by Vouch', 'by Søren'. */
export function actorWords(actor: AuditEntry['actor']): string {
  if (actor.kind === 'user') return 'you';
  if (actor.kind === 'system') return 'Vouch';
  return actor.name ?? (actor.kind === 'ai' ? 'the AI' : actor.kind === 'partner' ? 'your partner' : 'the provider');
}

/** '9f3a…c41e' */
export const shortHash = (hash: string): string => (hash.length <= 12 ? hash : `${hash.slice(0, 4)}…${hash.slice(-4)}`);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A stored value as a person reads it. */
export function valueWords(value: unknown, { zone, today }: Place): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => valueWords(one, { zone, today })).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${nameWords(name).toLowerCase()} ${valueWords(one, { zone, today })}`)
      .join(', ');
  const said = String(value);
  if (!INSTANT.test(said)) return said;
  const local = localTime(said, zone);
  return `${local.date} ${local.time}`;
}

/** 'due_date' → 'Due date' */
export const nameWords = (name: string): string => name.replace(/_/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
