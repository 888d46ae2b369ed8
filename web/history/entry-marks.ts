import type { AuditEntry } from '../api/audit.ts';
import type { MarkName } from '../ui/mark.tsx';

/** Marks by public name; they stand only where the state of a task changed. */
const MARKS: Readonly<Record<string, MarkName>> = {
  'task.created': 'pending',
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

/** The mark of an entry, or null. What a completion set tells whether it was late, and whether proof is awaited. */
export function entryMark({ action, onWord, after = {} }: Entry): MarkName | null {
  if (onWord) return 'on_word';
  if (action === 'task.completed' && after.late === true) return 'late';
  if (action === 'task.completed' && after.verificationState === 'awaiting_proof') return 'awaiting_proof';
  return MARKS[action] ?? null;
}
