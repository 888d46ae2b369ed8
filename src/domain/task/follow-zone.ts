import { HOUR, later, plus, toEpoch } from '../calendar/instant.ts';
import { dueAfterMove, type ZoneMove } from '../calendar/zone-moves.ts';
import type { Sent } from './commands.ts';
import { change, type Draft, same } from './draft.ts';
import { applyElapsedTime } from './elapsed-time.ts';
import type { TaskFields } from './event-data.ts';
import { raise } from './raise-alert.ts';

type Moving = Pick<Sent, 'now' | 'moves'>;

/**
 * Lets the due date follow the owner's changes of zone up to `now`, with an event for each that changes something of the
 * task. It is decided as of the instant of the move, however late that is. So it makes no difference whether a job, a
 * repetition after a crash or the owner's next command comes first.
 */
export const followZone = (from: Draft, command: Moving): Draft => pending(from.state.fields, command).reduce(afterMove, from);

/** The fields of a task, as they were at some time, in the owner's present zone; the same object where nothing changes. */
export const inPresentZone = <Fields extends ZonedFields>(fields: Fields, command: Moving): Fields =>
  pending(fields, command).reduce(moved, fields);

function moved<Fields extends ZonedFields>(fields: Fields, move: ZoneMove): Fields {
  const changed = changedBy(move, fields);
  return changed === null ? fields : { ...fields, ...changed };
}

/** The fields of a task that a change of zone changes, or that decide how. */
type ZonedFields = Pick<
  TaskFields,
  'due_date' | 'due_time' | 'due_at' | 'due_zone' | 'due_chosen' | 'due_move' | 'completed_at' | 'proof_due_at'
>;

/** The moves up to `now` that the due date has not followed. Of those that change nothing it does not say that it has. */
const pending = ({ due_move }: ZonedFields, { moves = [], now }: Moving): readonly ZoneMove[] =>
  moves.filter(({ revision, at }) => revision > (due_move ?? -1) && at <= now);

function afterMove(from: Draft, move: ZoneMove): Draft {
  if (changedBy(move, from.state.fields) === null) return from;
  const current = applyElapsedTime(from, move.at, move.to);
  // Alerts and deadlines that were recorded since come first in the stream.
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

/** What a move changes of a task, or null. When the due date was chosen stays, because nobody chose another one. */
function changedBy(move: ZoneMove, fields: ZonedFields): Partial<ZonedFields> | null {
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

/** The proof deadline stays as many hours after the due instant as it was. */
function proofDeadline({ due_at, completed_at, proof_due_at }: ZonedFields, at: string): Partial<ZonedFields> {
  if (proof_due_at === null || due_at === null || completed_at === null) return {};
  const hours = (toEpoch(proof_due_at) - toEpoch(later(due_at, completed_at))) / HOUR;
  return { proof_due_at: plus(later(at, completed_at), hours * HOUR) };
}
