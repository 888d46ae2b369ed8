import { HOUR, later, plus, toEpoch } from '../calendar/dates.ts';
import { dueAfterMove, type ZoneMove } from '../calendar/local.ts';
import type { Sent } from './commands.ts';
import { change, type Draft, raise, type SetBy, same } from './draft.ts';
import { applyElapsedTime } from './elapsed-time.ts';
import type { TaskFields } from './event-data.ts';

type Moving = Pick<Sent, 'now' | 'moves'>;

/**
 * Adds an event for each change of zone up to `now` that changes the due date. Each is decided as of the instant of the move, however late
 * that is. So the result is the same whether a job, a repetition after a crash or the owner's next command comes first.
 */
export const followZone = (from: Draft, command: Moving): Draft => pending(from.state.fields, command).reduce(afterMove, from);

/** The fields of a task, from any time, converted to the owner's present zone. Returns the same object if nothing changes. */
export const inPresentZone = <Fields extends ZonedFields>(fields: Fields, command: Moving): Fields =>
  pending(fields, command).reduce(moved, fields);

function moved<Fields extends ZonedFields>(fields: Fields, move: ZoneMove): Fields {
  const changed = changedBy(move, fields);
  return changed === null ? fields : { ...fields, ...changed };
}

/** The fields that a change of zone changes, or that it depends on. */
type ZonedFields = Pick<
  TaskFields,
  'due_date' | 'due_time' | 'due_at' | 'due_zone' | 'due_chosen' | 'due_move' | 'completed_at' | 'proof_due_at'
>;

/** The moves up to `now` that the due date has not followed yet. A move that changed nothing is not recorded, so it appears here again. */
const pending = ({ due_move }: ZonedFields, { moves = [], now }: Moving): readonly ZoneMove[] =>
  moves.filter(({ revision, at }) => revision > (due_move ?? -1) && at <= now);

function afterMove(from: Draft, move: ZoneMove): Draft {
  if (changedBy(move, from.state.fields) === null) return from;
  const current = applyElapsedTime(from, move.at, move.to);
  // Alerts and deadlines that were recorded after the move precede it in the stream.
  const at = later(move.at, current.state.noted);
  const fields = changedBy(move, current.state.fields);
  if (fields === null) return from;
  const rejected = openAlert(current, 'proof_rejected');
  const after = change(current, { type: 'TaskRezoned', at, system: true, fields });
  const due = after.state.fields.proof_due_at;
  // The alert about a rejected proof names the proof deadline, so it is raised again with the new one.
  return rejected && due !== null && !openAlert(after, 'proof_rejected') ? raise(after, 'proof_rejected', due, at, move.to) : after;
}

const openAlert = ({ state }: Draft, kind: string): boolean => Object.values(state.alerts).some((alert) => alert.kind === kind);

/** The fields that a move changes, or null. `due_set_at` does not change, because the owner chose no other date. */
function changedBy(move: ZoneMove, fields: ZonedFields): (SetBy<'TaskRezoned'> & Partial<ZonedFields>) | null {
  const { due_date: date, due_time: time, due_at: at } = fields;
  if (date === null || at === null) return null;
  const due = dueAfterMove({ date, time, at }, move);
  if (due.date === date && due.time === time && due.at === at) return null;
  const chosen = fields.due_chosen ?? { date, time };
  return {
    due_date: due.date,
    due_time: due.time,
    due_at: due.at,
    due_zone: move.to,
    due_move: move.revision,
    due_chosen: same(chosen, { date: due.date, time: due.time }) ? null : chosen,
    ...proofDeadline(fields, due.at),
  };
}

/** The proof deadline keeps its distance from the due instant. */
function proofDeadline({ due_at, completed_at, proof_due_at }: ZonedFields, at: string): Pick<SetBy<'TaskRezoned'>, 'proof_due_at'> {
  if (proof_due_at === null || due_at === null || completed_at === null) return {};
  const hours = (toEpoch(proof_due_at) - toEpoch(later(due_at, completed_at))) / HOUR;
  return { proof_due_at: plus(later(at, completed_at), hours * HOUR) };
}
