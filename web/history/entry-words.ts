import type { MarkName } from '../../src/contracts/words/marks.ts';
import type { AuditEntry } from '../api/audit.ts';
import { localTime } from '../lib/calendar.ts';

/** Marks by public name of the event. Only events that change the state of a task have one. */
const MARKS: Readonly<Record<string, MarkName>> = {
  'task.created': 'pending',
  'task.promised_again': 'pending',
  'task.started': 'in_progress',
  'task.completed': 'completed',
  'task.missed': 'missed',
  'task.skipped': 'skipped',
  'task.proof_withdrawn': 'awaiting_proof',
  'task.proof_expired': 'expired',
  'task.proof_submitted': 'in_review',
  'task.proof_accepted': 'verified',
  'task.proof_rejected': 'rejected',
  'task.proof_rejection_final': 'rejected',
  'task.record_corrected': 'completed',
  'task.deleted': 'taken_back',
};

type Entry = Pick<AuditEntry, 'action' | 'onWord'> & Partial<Pick<AuditEntry, 'after'>>;

/** Null if the entry changed no state. For a completion, `after` says whether it was late and whether a proof is awaited. */
export function entryMark({ action, onWord, after = {} }: Entry): MarkName | null {
  if (onWord) return 'on_word';
  if (action === 'task.completed' && after.late === true) return 'late';
  if (action === 'task.completed' && after.verificationState === 'awaiting_proof') return 'awaiting_proof';
  return MARKS[action] ?? null;
}

/** For 'by you', 'by Vouch', 'by Søren'. */
export function actorWords(actor: AuditEntry['actor']): string {
  if (actor.kind === 'user') return 'you';
  if (actor.kind === 'system') return 'Vouch';
  return actor.name ?? (actor.kind === 'ai' ? 'the AI' : actor.kind === 'partner' ? 'your partner' : 'the provider');
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Formats a value of the API for people, instants in the zone. */
export function valueWords(value: unknown, zone: string): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => valueWords(one, zone)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${nameWords(name).toLowerCase()} ${valueWords(one, zone)}`)
      .join(', ');
  const text = String(value);
  if (!INSTANT.test(text)) return text;
  const local = localTime(text, zone);
  return `${local.date} ${local.time}`;
}

/** 'dueDate' → 'Due date' */
export const nameWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());
