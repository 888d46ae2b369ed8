import { HOUR, later, plus } from '../calendar/dates.ts';
import { localDate, localHour } from '../calendar/local.ts';
import { RuleViolation } from '../kernel/decider.ts';
import { withoutProof } from '../proof/decide-review.ts';
import type { OpenChild, Sent, SetStatus } from './commands.ts';
import { change, type Draft, type SetBy } from './draft.ts';
import type { TaskFields } from './event-data.ts';
import { alreadyVerified, deadlinePassed, hasPassed, invalid, isJudged, matching, notArchived, open, unproven } from './rules.ts';
import type { TaskState } from './state.ts';

export function decideStatus(from: Draft, command: SetStatus, recorded: TaskState): Draft {
  const { fields } = from.state;
  if (command.status === 'skipped' && !command.reason) throw invalid({ reason: ['Say why you skip it.'] });
  matching(command, recorded, from.state);
  notArchived(fields);
  const wanted = command.status === 'uncompleted' ? (fields.status === 'completed' ? 'pending' : fields.status) : command.status;
  if (wanted === fields.status) return from;
  if (wanted === 'completed') return complete(from, command);
  if (isJudged(fields)) throw alreadyVerified();
  if (wanted === 'skipped') return skip(from, command);
  return reopen(from, command, wanted === 'in_progress');
}

/**
 * Completes the task and its open children.
 * @throws RuleViolation children_open
 */
export function complete(from: Draft, command: Sent & { readonly children: readonly OpenChild[] }): Draft {
  const { children, now } = command;
  if (children.some((child) => child.needs_proof))
    throw new RuleViolation('children_open', 'A sub-task still needs its proof. Complete that one first.');
  const ids = children.map((child) => child.id);
  return change(from, { type: 'TaskCompleted', at: now, children: ids, ...completion(from.state.fields, command) });
}

export function completion(
  fields: TaskFields,
  { now, zone, proof_hours }: Sent,
): { fields: SetBy<'TaskCompleted'>; write: { skip_reason?: null } } {
  const late = hasPassed(fields.due_at, now);
  const stillSkipped = late && fields.status === 'skipped';
  const needsProof = fields.verification_type !== 'none';
  return {
    fields: {
      status: 'completed',
      late,
      completed_at: now,
      completed_local: { date: localDate(now, zone), hour: localHour(now, zone) },
      closed_at: now,
      counts_as_skipped: stillSkipped,
      ...(stillSkipped ? {} : { vacation_id: null }),
      ...(late ? {} : { missed_at: null }),
      ...unproven(fields.verification_type),
      ...(needsProof ? { proof_due_at: plus(later(fields.due_at ?? now, now), proof_hours * HOUR) } : {}),
    },
    write: fields.status === 'skipped' && !stillSkipped ? { skip_reason: null } : {},
  };
}

const UNDONE = { late: false, completed_at: null, completed_local: null, counts_as_skipped: false, vacation_id: null } as const;

function skip(from: Draft, { now, reason }: SetStatus): Draft {
  const { fields } = from.state;
  if (hasPassed(fields.due_at, now)) throw deadlinePassed('The deadline has passed. It can no longer be skipped.');
  return change(withoutProof(from, now), {
    type: 'TaskSkipped',
    at: now,
    fields: { ...UNDONE, status: 'skipped', closed_at: now, ...unproven(fields.verification_type) },
    write: { skip_reason: reason },
  });
}

/** If the deadline has passed by now, elapsed time marks the task as missed in the same append. */
function reopen(from: Draft, { now }: SetStatus, started: boolean): Draft {
  const { fields } = from.state;
  const passed = hasPassed(fields.due_at, now);
  if (fields.status === 'missed' || (started && passed))
    throw deadlinePassed('The deadline has passed. It can still be completed, and then counts as late.');
  const closed = open(fields) ? {} : { ...UNDONE, closed_at: null, missed_at: null, ...unproven(fields.verification_type) };
  return change(withoutProof(from, now), {
    type: started ? 'TaskStarted' : 'TaskReopened',
    at: now,
    fields: { ...closed, status: started ? 'in_progress' : 'pending' },
    write: open(fields) ? {} : { skip_reason: null },
  });
}
