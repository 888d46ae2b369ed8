import { z } from 'zod';
import { declareCall, jsonBody, optionalJsonBody } from '../call.ts';
import { pageQuery } from '../query.ts';
import { againBody, deleteChildrenBody, editTaskBody, newTaskBody, placeBody, statusBody, TASK_STATUSES, task } from '../task.ts';
import { localDate } from '../time.ts';

const common = { tag: 'Tasks', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;
const writing = { ...common, scopes: ['tasks:write'] } as const;
const one = { description: 'The task as it now is', schema: task, etag: true } as const;
/** A POST on a task, without a body. */
const act = { ...writing, method: 'POST', body: optionalJsonBody(z.strictObject({})), replies: { 200: one } } as const;
const list = { ...reading, replies: { 200: { description: 'Tasks', schema: z.array(task), etag: true, pages: true } } } as const;
const REFUSALS = ['not_found', 'precondition_failed'] as const;

export const createTask = declareCall({
  ...writing,
  method: 'POST',
  path: '/api/tasks',
  summary: 'Make a task',
  failure: 'Failed to create task',
  body: jsonBody(newTaskBody),
  replies: { 201: { ...one, description: 'Made', location: true } },
  refusals: ['conflict', 'limit_reached', 'premium_required'],
});

export const readTask = declareCall({
  ...reading,
  path: '/api/tasks/{id}',
  summary: 'One task',
  failure: 'Failed to fetch task',
  replies: { 200: { ...one, description: 'The task' } },
  refusals: ['not_found'],
});

export const editTask = declareCall({
  ...writing,
  method: 'PUT',
  path: '/api/tasks/{id}',
  summary: 'Change a task',
  description: 'Fields left out stay as they are. Read-only ones may come back unchanged.',
  failure: 'Failed to update task',
  body: jsonBody(editTaskBody),
  replies: { 200: one },
  refusals: [...REFUSALS, 'deadline_passed', 'archived', 'conflict', 'already_verified', 'premium_required'],
});

export const deleteTask = declareCall({
  ...writing,
  method: 'DELETE',
  path: '/api/tasks/{id}',
  summary: 'Delete a task, with its children',
  failure: 'Failed to delete task',
  replies: { 204: { description: 'Deleted' } },
  refusals: REFUSALS,
});

export const setTaskStatus = declareCall({
  ...writing,
  method: 'PATCH',
  path: '/api/tasks/{id}/status',
  summary: 'Set the status of a task',
  failure: 'Failed to update task status',
  body: jsonBody(statusBody),
  replies: { 200: one },
  refusals: [...REFUSALS, 'deadline_passed', 'archived', 'children_open', 'already_verified'],
});

export const promiseAgain = declareCall({
  ...writing,
  method: 'POST',
  path: '/api/tasks/{id}/again',
  summary: 'Promise a missed or skipped task again',
  description: 'Makes a new task. The old one stays as it is, and the alert about its miss is resolved.',
  failure: 'Failed to promise task again',
  body: jsonBody(againBody),
  replies: { 201: { ...one, description: 'The new task', location: true } },
  refusals: [...REFUSALS, 'conflict', 'limit_reached'],
});

export const placeTask = declareCall({
  ...writing,
  method: 'PATCH',
  path: '/api/tasks/{id}/place',
  summary: "Move a task in the owner's own order",
  description: 'It stands before the named task, or last. An undo leaves it there. `GET /api/tasks?sort=place` lists in this order.',
  failure: 'Failed to move task',
  body: jsonBody(placeBody),
  replies: { 200: one },
  refusals: REFUSALS,
});

export const undoTask = declareCall({
  ...act,
  path: '/api/tasks/{id}/undo',
  summary: "Take back the owner's last change to a task",
  failure: 'Failed to undo',
  refusals: [...REFUSALS, 'nothing_to_undo', 'deadline_passed', 'already_verified', 'limit_reached'],
});

export const archiveTask = declareCall({
  ...act,
  path: '/api/tasks/{id}/archive',
  summary: 'Archive a task',
  failure: 'Failed to archive task',
  refusals: [...REFUSALS, 'still_open'],
});

export const unarchiveTask = declareCall({
  ...act,
  path: '/api/tasks/{id}/unarchive',
  summary: 'Bring a task back from the archive',
  failure: 'Failed to unarchive task',
  refusals: [...REFUSALS, 'limit_reached'],
});

export const listChildren = declareCall({
  ...reading,
  path: '/api/tasks/{id}/children',
  summary: 'The children of a task, oldest first',
  failure: 'Failed to fetch task children',
  replies: { 200: { description: 'Children', schema: z.array(task) } },
  refusals: ['not_found'],
});

export const deleteChildren = declareCall({
  ...writing,
  method: 'DELETE',
  path: '/api/tasks/{id}/children',
  summary: 'Delete some children of a task: all of those named, or none',
  failure: 'Failed to delete task children',
  body: jsonBody(deleteChildrenBody),
  replies: { 200: { description: 'What was deleted', schema: z.object({ deleted: z.array(z.string()) }) } },
  refusals: REFUSALS,
});

const TASK_SORTS = ['due', 'place'] as const;

const STATUS_FAULT = { error: `One or several of ${TASK_STATUSES.join(', ')}, with commas between.` };

const ONE = `(${TASK_STATUSES.join('|')})`;
const SEVERAL = `^${ONE}(,${ONE})*$`;

const statuses = z
  .string(STATUS_FAULT)
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(TASK_STATUSES, STATUS_FAULT)))
  .meta({ description: 'One status, or several with commas.', override: { type: 'string', pattern: SEVERAL } });

export const listTasks = declareCall({
  ...list,
  path: '/api/tasks',
  summary: "Tasks that are not archived, by due instant or in the owner's own order",
  failure: 'Failed to fetch all tasks',
  query: z
    .object({
      status: statuses.optional(),
      due_from: localDate.optional(),
      due_to: localDate.optional(),
      tag: z.string({ error: 'One tag.' }).max(200).optional(),
      sort: z.enum(TASK_SORTS, { error: 'due or place.' }).optional().meta({
        description: "due (where nothing is said): by due instant, undated ones last. place: in the owner's own order.",
      }),
      ...pageQuery(1_000),
    })
    .refine(({ due_from, due_to }) => due_from === undefined || due_to === undefined || due_from <= due_to, {
      error: 'The range ends before it begins.',
      path: ['due_to'],
    }),
});

export const listMissedTasks = declareCall({
  ...list,
  path: '/api/tasks/missed',
  summary: 'Missed tasks, newest first',
  failure: 'Failed to fetch missed tasks',
  query: z.object(pageQuery(1_000)),
});

export const listArchivedTasks = declareCall({
  ...list,
  path: '/api/tasks/archived',
  summary: 'Archived tasks, newest first',
  failure: 'Failed to fetch archived tasks',
  query: z.object(pageQuery(1_000)),
});
