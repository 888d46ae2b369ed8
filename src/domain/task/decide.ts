import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { decideAnswer, decideAppeal } from '../proof/decide-appeal.ts';
import { decideSubmit, decideWithdraw } from '../proof/decide-proof.ts';
import { decidePassOn, decideReview } from '../proof/decide-review.ts';
import type { AcknowledgeTaskAlert, PromiseTask, Rezone, TaskCommand } from './commands.ts';
import { decideEdit, decidePromise } from './decide-edit.ts';
import { decideFirst, decideOccurrence } from './decide-occurrence.ts';
import { decidePart } from './decide-parts.ts';
import { decidePlace } from './decide-place.ts';
import { decideStatus } from './decide-status.ts';
import { decideUndo } from './decide-undo.ts';
import { add, type Draft, draft, resolved } from './draft.ts';
import { applyElapsedTime } from './elapsed-time.ts';
import { TASK_EVENTS, type TaskEvent } from './events.ts';
import { followZone } from './follow-zone.ts';
import { notFound, tooManyTasks } from './rules.ts';
import { alertOf, evolve, exists, initial, type TaskState } from './state.ts';

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
    case 'SetStatus':
      return decideStatus(current, command, before);
    case 'Archive':
    case 'Unarchive':
    case 'Delete':
      return decidePlace(current, command, before);
    case 'SubmitProof':
      return decideSubmit(current, command, before);
    case 'WithdrawProof':
      return decideWithdraw(current, command, before);
    case 'MakeAppeal':
      return decideAppeal(current, command, before);
  }
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
