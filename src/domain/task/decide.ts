import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { decideSubmit, decideWithdraw } from '../proof/decide-proof.ts';
import { decideAnswer, decideAppeal, decidePassOn, decideReview } from '../proof/decide-review.ts';
import type {
  AcknowledgeTaskAlert,
  AddFocus,
  Archive,
  CompleteAsPart,
  Delete,
  PartCommand,
  PromiseTask,
  Rezone,
  Sent,
  TaskCommand,
  Unarchive,
  UndoPart,
} from './commands.ts';
import { decideEdit, decidePromise, decideUndo, takeBack } from './decide-edit.ts';
import { decideFirst, decideOccurrence } from './decide-occurrence.ts';
import { decidePlace } from './decide-place.ts';
import { decideRenew } from './decide-renew.ts';
import { completion, decideStatus } from './decide-status.ts';
import { add, change, type Draft, draft, resolved } from './draft.ts';
import { applyElapsedTime } from './elapsed-time.ts';
import { TASK_EVENTS, type TaskEvent } from './events.ts';
import { followZone } from './follow-zone.ts';
import { changedSince, matching, notFound, open, outcomeOf, tooManyTasks } from './rules.ts';
import { alertOf, evolve, exists, initial, type TaskState, wasHandled } from './state.ts';

function decideRemoval(current: Draft, command: Archive | Unarchive | Delete, before: TaskState): Draft {
  matching(command, before, current.state);
  if (command.type === 'Archive') return archive(current, command);
  if (command.type === 'Unarchive') return unarchive(current, command);
  if (command.untouched && isTouched(current.state)) throw changedSince();
  return remove(current, command, { children: command.children });
}

const isTouched = ({ last, submissions, fields, again }: TaskState): boolean =>
  last !== null || submissions.length > 0 || fields.appeal !== null || again !== null;

function archive(from: Draft, { now }: Sent): Draft {
  const { fields } = from.state;
  if (fields.archived) return from;
  if (open(fields) && fields.due_date !== null)
    throw new RuleViolation('still_open', 'This task is still open. Complete it, skip it or take its due date away before you archive it.');
  return change(from, { type: 'TaskArchived', at: now, fields: { archived: true } });
}

function unarchive(from: Draft, { now }: Sent): Draft {
  const { fields } = from.state;
  if (!fields.archived) return from;
  return change(from, { type: 'TaskUnarchived', at: now, fields: { archived: false, closed_at: open(fields) ? null : now } });
}

/** A task that is deleted before it is decided counts as taken back on its date. */
function remove(from: Draft, { now }: Sent, extra: { children?: readonly string[]; part_of?: string }): Draft {
  const { fields } = from.state;
  const { due_date, taken_back } = fields;
  const back = due_date !== null && outcomeOf(fields) === 'open' && !taken_back.includes(due_date);
  return change(from, {
    type: 'TaskDeleted',
    at: now,
    fields: { deleted: true, taken_back: back ? [...taken_back, due_date] : taken_back },
    ...extra,
  });
}

/**
 * Applies a parent's change to its child. Nothing happens if the child has this change already, if it no longer applies, or if the child
 * has changed since.
 */
function decidePart(from: Draft, command: PartCommand): Draft {
  const { state } = from;
  if (wasHandled(state, command.part_of)) return from;
  if (command.type === 'UndoPart') return undoPart(from, command);
  // A change of the child that is newer than the parent's change has priority. This happens when an old command is repeated.
  if (!exists(state) || state.touched > command.now) return from;
  return command.type === 'DeleteAsPart' ? remove(from, command, { part_of: command.part_of }) : completePart(from, command);
}

function completePart(from: Draft, command: CompleteAsPart): Draft {
  const { fields } = from.state;
  // A miss that was recorded after the parent's change is corrected.
  const missedSince = fields.status === 'missed' && fields.due_at !== null && fields.due_at >= command.now;
  if (!(open(fields) || missedSince) || fields.archived || fields.verification_type !== 'none') return from;
  return change(from, { type: 'TaskCompleted', at: command.now, part_of: command.part_of, ...completion(fields, command) });
}

function undoPart(from: Draft, command: UndoPart): Draft {
  const { part } = from.state;
  if (part === null || part.part_of !== command.undoes) return from;
  return takeBack(from, part, { command, part_of: command.part_of, children: [] });
}

/**
 * First the due date follows the changes of zone, and elapsed time is applied up to `now`. Then the command is decided. Then elapsed time
 * is applied again, because the command may have changed a deadline.
 */
function decide(sent: TaskCommand, state: TaskState): readonly Decided<TaskEvent>[] {
  if (sent.type === 'Promise') return promise(sent, state);
  if (sent.type === 'Occur' && !state.promised) return decideFirst(draft({ ...state, id: sent.id, owner: sent.owner }), sent).events;
  if (!state.promised || state.owner !== sent.owner) throw notFound();
  const command = afterWhatIsNoted(sent, state);
  const inZone = followZone(draft(state), command);
  if (command.type === 'Rezone') return inZone.events;
  const current = applyElapsedTime(inZone, command.now, command.zone);
  const decided = withinRoom(decideOn(current, command, state), command, state);
  return applyElapsedTime(decided, command.now, command.zone).events;
}

/**
 * A command that had to wait cannot happen before events that were recorded in the meantime. But a change from a parent happens at the
 * instant of the parent's change, and a due date follows only the changes of zone up to the one that the command names.
 */
const afterWhatIsNoted = (command: Exclude<TaskCommand, PromiseTask>, { noted }: TaskState): Exclude<TaskCommand, PromiseTask> =>
  'part_of' in command || command.type === 'Rezone' || command.now >= noted ? command : { ...command, now: noted };

function promise(command: PromiseTask, state: TaskState): readonly Decided<TaskEvent>[] {
  if (state.promised && state.owner !== command.owner) throw notFound();
  if (state.promised) return [];
  return withinRoom(decidePromise(draft({ ...state, id: command.id, owner: command.owner }), command), command, state).events;
}

const isHeld = (state: TaskState): boolean => exists(state) && !state.fields.archived;

/** @throws RuleViolation limit_reached if this task, and the children that come back with it, do not fit into the owner's list */
function withinRoom(decided: Draft, command: TaskCommand, before: TaskState): Draft {
  if (!('room' in command) || command.room === undefined || isHeld(before) || !isHeld(decided.state)) return decided;
  const children = decided.events.flatMap(({ data }) => ('children' in data ? data.children : []));
  if (command.room < 1 + children.length) throw tooManyTasks();
  return decided;
}

function decideOn(current: Draft, command: Exclude<TaskCommand, PromiseTask | Rezone>, before: TaskState): Draft {
  switch (command.type) {
    case 'Advance':
      return current;
    case 'AcknowledgeAlert':
      return acknowledge(current, command);
    case 'AddFocus':
      return addFocus(current, command);
    case 'CompleteAsPart':
    case 'DeleteAsPart':
    case 'UndoPart':
      return decidePart(current, command);
    case 'Occur':
    case 'Withdraw':
    case 'SkipForVacation':
    case 'ReturnFromVacation':
      return decideOccurrence(current, command);
    case 'Undo':
      return decideUndo(current, command, before);
    case 'ReviewProof':
      return decideReview(current, command);
    case 'PassReviewOn':
      return decidePassOn(current, command);
    case 'AnswerAppeal':
      return decideAnswer(current, command);
    default:
      if (!exists(current.state)) throw notFound();
  }
  switch (command.type) {
    case 'Edit':
      return decideEdit(current, command, before);
    case 'Renew':
      return decideRenew(current, command, before);
    case 'SetStatus':
      return decideStatus(current, command, before);
    case 'Place':
      return decidePlace(current, command, before);
    case 'Archive':
    case 'Unarchive':
    case 'Delete':
      return decideRemoval(current, command, before);
    case 'SubmitProof':
      return decideSubmit(current, command, before);
    case 'WithdrawProof':
      return decideWithdraw(current, command, before);
    case 'MakeAppeal':
      return decideAppeal(current, command, before);
  }
}

/** A deleted task keeps the time, too, because an undo may bring it back. */
function addFocus(from: Draft, { session_end, seconds, now }: AddFocus): Draft {
  const { state } = from;
  if (seconds === 0 || wasHandled(state, session_end)) return from;
  const fields = { focused_seconds: state.fields.focused_seconds + seconds };
  return change(from, { type: 'TaskFocused', at: now, system: true, part_of: session_end, fields });
}

function acknowledge(from: Draft, command: AcknowledgeTaskAlert): Draft {
  const alert = alertOf(from.state, command.alert_id);
  if (!alert) throw notFound();
  if (command.if_match !== null && command.if_match !== alert.version)
    throw new RuleViolation('precondition_failed', 'This alert has changed since you read it. Read it again.');
  if (alert.acknowledged) return from;
  const seen = add(from, { type: 'AlertAcknowledged', data: { alert_id: command.alert_id }, at: command.now }, SYSTEM);
  const isOver = alert.kind === 'proof_accepted' && !alert.resolved;
  return isOver ? add(seen, resolved(command.alert_id, 'acknowledged', command.now), SYSTEM) : seen;
}

export const taskDecider: Decider<TaskState, TaskCommand, TaskEvent> = { events: TASK_EVENTS, initial, evolve, decide };
