import { z } from 'zod';
import { ALERT_EVENTS } from '../kernel/alert.ts';
import { defineEvent, defineStream, type EventOf, id, SEALED_EXAMPLE } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';
import { keysOf } from '../kernel/records.ts';
import { PROOF_CHANGES } from '../proof/events.ts';
import { change } from './define-change.ts';
import { NO_CHANGE, NO_FIELDS, PLAIN_FIELDS, setting, taskChange } from './event-data.ts';
import { TaskFocused } from './focus-events.ts';
import { TaskPlaced } from './place-events.ts';
import { TaskRenewed } from './renewal-events.ts';
import { completed, edited, promised, rezoned, skipped, undone } from './sentences.ts';

/** A new task, and a task that an undo restores, can differ in every field. */
const EVERY_FIELD = keysOf(NO_FIELDS);
const PROOF_ASKED = ['verification_state', 'proof_due_at', 'review', 'decided_at', 'decided_by'] as const;
const COMPLETION = ['late', 'completed_at', 'completed_local', 'counts_as_skipped', 'vacation_id'] as const;
/** Completing and reopening set the same fields to opposite values. */
const DECISION = ['status', 'closed_at', 'missed_at', ...COMPLETION, ...PROOF_ASKED] as const;
const DUE_DATE = ['due_date', 'due_time', 'due_at', 'due_zone', 'due_set_at', 'due_chosen', 'due_move'] as const;

const DATE = '2026-11-27';
const DUE = '2026-11-27T16:00:00.000Z';
const NOW = '2026-11-27T09:12:00.000Z';

export const TaskPromised = change({
  type: 'TaskPromised',
  sets: EVERY_FIELD,
  startsStream: true,
  publicName: 'task.created',
  label: 'Promised',
  meaning: 'A task was made: by its owner, or by the system as an occurrence of a routine.',
  example: {
    set: { status: 'pending', due_date: DATE, due_time: '17:00', due_at: DUE, due_zone: 'Europe/Berlin', created_at: NOW },
    own_texts: ['title'],
    tally: [{ date: DATE, count: 'open', by: 1 }],
  },
  texts: { title: 'Water the ferns' },
  detail: promised,
});
export const TaskPromisedAgain = change({
  type: 'TaskPromisedAgain',
  sets: EVERY_FIELD,
  startsStream: true,
  publicName: 'task.promised_again',
  label: 'Promised again',
  meaning: 'A task was made anew from one that was missed or skipped, which `again_of` names and which stays as it is.',
  example: {
    set: { status: 'pending', due_date: DATE, due_at: DUE, again_of: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01', created_at: NOW },
    own_texts: ['title'],
    tally: [{ date: DATE, count: 'open', by: 1 }],
  },
  texts: { title: 'Water the ferns' },
  detail: promised,
});
export const TaskEdited = change({
  type: 'TaskEdited',
  sets: [...PLAIN_FIELDS, 'postponed', 'taken_back', 'verification_type', ...DUE_DATE, ...PROOF_ASKED],
  publicName: 'task.edited',
  label: 'Edited',
  meaning: 'Fields or texts of a task were changed, its due date among them; also by its routine.',
  example: {
    set: { priority: 'high' },
    was: { priority: 'none' },
    own_texts: ['title'],
    was_texts: { title: SEALED_EXAMPLE },
  },
  texts: { title: 'Water the ferns and the palm' },
  detail: edited,
});
export const TaskRezoned = change({
  type: 'TaskRezoned',
  sets: ['due_date', 'due_time', 'due_at', 'due_zone', 'due_chosen', 'due_move', 'proof_due_at'],
  publicName: 'task.rezoned',
  label: 'Time zone changed',
  meaning:
    'The owner moved to another time zone. What is due within 48 hours keeps its instant and gets the date and time of it there; what is due later keeps its date and time and gets another instant. This is no move of the due date; by the system.',
  example: {
    set: {
      due_date: '2026-11-26',
      due_time: '16:00',
      due_zone: 'America/Los_Angeles',
      due_chosen: { date: DATE, time: '09:00' },
      due_move: 4,
    },
    was: { due_date: DATE, due_time: '09:00', due_zone: 'Asia/Tokyo', due_chosen: null, due_move: null },
    tally: [
      { date: DATE, count: 'open', by: -1 },
      { date: '2026-11-26', count: 'open', by: 1 },
    ],
  },
  detail: rezoned,
});
export const TaskStarted = change({
  type: 'TaskStarted',
  sets: DECISION,
  publicName: 'task.started',
  label: 'Started',
  meaning: 'The owner began to work on a task.',
  example: { set: { status: 'in_progress' }, was: { status: 'pending' } },
});
export const TaskReopened = change({
  type: 'TaskReopened',
  sets: DECISION,
  publicName: 'task.reopened',
  label: 'Reopened',
  meaning: 'A task that was started, completed or skipped is open again.',
  example: { set: { status: 'pending' }, was: { status: 'in_progress' } },
});
export const TaskCompleted = change({
  type: 'TaskCompleted',
  sets: DECISION,
  publicName: 'task.completed',
  label: 'Completed',
  meaning: 'A task was completed; `late` where its due instant had passed.',
  example: {
    set: { status: 'completed', completed_at: NOW, completed_local: { date: DATE, hour: 10 }, closed_at: NOW },
    was: { status: 'pending', completed_at: null, completed_local: null, closed_at: null },
    tally: [
      { date: DATE, count: 'open', by: -1 },
      { date: DATE, count: 'kept', by: 1 },
      { date: DATE, hour: 10, by: 1 },
      { date: DATE, delay: -408, by: 1 },
    ],
  },
  detail: completed,
});
export const TaskSkipped = change({
  type: 'TaskSkipped',
  sets: ['status', 'closed_at', ...COMPLETION, ...PROOF_ASKED],
  publicName: 'task.skipped',
  label: 'Skipped',
  meaning: 'A task was given up before its deadline, with a reason; by the system for a vacation.',
  example: {
    set: { status: 'skipped', closed_at: NOW },
    was: { status: 'pending', closed_at: null },
    own_texts: ['skip_reason'],
    was_texts: { skip_reason: null },
    tally: [
      { date: DATE, count: 'open', by: -1 },
      { date: DATE, count: 'skipped', by: 1 },
    ],
  },
  texts: { skip_reason: 'The ferns are with a neighbour' },
  detail: skipped,
});
export const TaskMissed = change({
  type: 'TaskMissed',
  sets: ['status', 'missed_at', 'closed_at'],
  publicName: 'task.missed',
  label: 'Missed',
  meaning: 'The due instant passed and the task was not completed; noted by the system.',
  example: {
    set: { status: 'missed', missed_at: DUE, closed_at: DUE },
    was: { status: 'pending', missed_at: null, closed_at: null },
    tally: [
      { date: DATE, count: 'open', by: -1 },
      { date: DATE, count: 'missed', by: 1 },
    ],
  },
  detail: () => 'It was not completed by its due time.',
});
export const TaskArchived = change({
  type: 'TaskArchived',
  sets: ['archived'],
  publicName: 'task.archived',
  label: 'Archived',
  meaning: 'A task went to the archive: by its owner, or by the system after 30 days.',
  example: { set: { archived: true }, was: { archived: false } },
});
export const TaskUnarchived = change({
  type: 'TaskUnarchived',
  sets: ['archived', 'closed_at'],
  publicName: 'task.unarchived',
  label: 'Taken out of the archive',
  meaning: 'A task came back from the archive.',
  example: { set: { archived: false, closed_at: NOW }, was: { archived: true, closed_at: DUE } },
});
export const TaskDeleted = change({
  type: 'TaskDeleted',
  sets: ['deleted', 'taken_back'],
  publicName: 'task.deleted',
  label: 'Deleted',
  meaning: 'A task was deleted; what was decided of it stays in the reports.',
  example: { set: { deleted: true }, was: { deleted: false }, tally: [{ date: DATE, count: 'open', by: -1 }] },
});
export const TaskWithdrawn = change({
  type: 'TaskWithdrawn',
  sets: ['deleted', 'withdrawn'],
  publicName: 'task.withdrawn',
  label: 'Withdrawn',
  meaning: 'The routine no longer has this occurrence; by the system.',
  example: { set: { withdrawn: true }, was: { withdrawn: false }, tally: [{ date: DATE, count: 'open', by: -1 }] },
  detail: () => 'Its routine no longer has this day.',
});
export const TaskRestored = change({
  type: 'TaskRestored',
  sets: ['deleted', 'withdrawn', 'status', 'closed_at', 'vacation_id'],
  publicName: 'task.restored',
  label: 'Restored',
  meaning: 'The routine has an occurrence again that it had withdrawn; by the system.',
  example: { set: { withdrawn: false }, was: { withdrawn: true }, tally: [{ date: DATE, count: 'open', by: 1 }] },
  detail: () => 'Its routine has this day again.',
});
export const ProofExpired = change({
  type: 'ProofExpired',
  sets: ['verification_state', 'decided_at'],
  publicName: 'task.proof_expired',
  label: 'Proof expired',
  meaning: 'The proof deadline of a completed task passed without a proof: the task counts as missed; by the system.',
  history: 'verifications',
  example: {
    set: { verification_state: 'expired', decided_at: DUE },
    was: { verification_state: 'awaiting_proof', decided_at: null },
  },
  detail: () => 'No proof came by the proof deadline.',
});
export const TaskUndone = setting(
  EVERY_FIELD,
  defineEvent({
    type: 'TaskUndone',
    publicName: 'task.undone',
    label: 'Taken back:',
    meaning: "The owner's last change of the task was taken back.",
    since: '0.1.0',
    history: 'tasks',
    data: taskChange.extend({
      undoes: id.describe('The id of the event that is taken back.'),
      undone_type: z.string().describe('Its stored name.'),
    }),
    example: {
      data: {
        ...NO_CHANGE,
        set: { status: 'pending', completed_at: null },
        was: { status: 'completed', completed_at: NOW },
        undoes: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01',
        undone_type: 'TaskCompleted',
      },
    },
    detail: ({ data }) => undone(data.undone_type),
  }),
);

/** The stored names of the events that make a task. */
export const PROMISES: ReadonlySet<string> = new Set([TaskPromised.type, TaskPromisedAgain.type]);

export type TaskPromised = EventOf<typeof TaskPromised>;
export type TaskEdited = EventOf<typeof TaskEdited>;
export const OWN_CHANGES = [
  TaskPromised,
  TaskPromisedAgain,
  TaskEdited,
  TaskRezoned,
  TaskStarted,
  TaskReopened,
  TaskCompleted,
  TaskSkipped,
  TaskMissed,
  TaskArchived,
  TaskUnarchived,
  TaskDeleted,
  TaskWithdrawn,
  TaskRestored,
  ProofExpired,
  TaskUndone,
  TaskFocused,
] as const;

export const TASK_CHANGES = [...OWN_CHANGES, ...PROOF_CHANGES] as const;
export type TaskChangeEvent = EventOf<(typeof TASK_CHANGES)[number]>;

export const TASK_EVENTS = [...TASK_CHANGES, TaskRenewed, TaskPlaced, ...ALERT_EVENTS] as const;
export type TaskEvent = EventOf<(typeof TASK_EVENTS)[number]>;
export type RecordedTaskEvent = RecordedOf<TaskEvent>;
export const taskStream = defineStream('task');
