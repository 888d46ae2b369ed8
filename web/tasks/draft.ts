import { z } from 'zod';
import { refusedInTask } from '../api/refused-in-task.ts';
import type { NewRoutine } from '../api/routines.ts';
import type { Task } from '../api/tasks.ts';
import type { FieldWords } from '../forms/conflict.tsx';
import { refusedFields } from '../forms/refusal.ts';
import { type Draft, FIELD_NAMES, type FieldName, fieldNamed, isFieldName, type TaskBody } from './fields.ts';

const byName = <Values>(take: (name: FieldName) => unknown): Values =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, take(name)])) as Values;

export const NEW_DRAFT: Draft = byName((name) => fieldNamed(name).empty);

/** A task, or something else that has fields of a task, in the form in which a form uses it. Missing fields are empty. */
export const typedFrom = (task: Partial<Pick<Task, FieldName>>): Draft =>
  byName((name) => (task[name] === undefined ? fieldNamed(name).empty : fieldNamed(name).read(task[name])));

/** The draft must be valid. */
export const bodyOf = (draft: Draft): TaskBody => byName((name) => fieldNamed(name).write(draft[name]));

/** The part of a draft that a request for a routine contains. */
export function routineFieldsOf(draft: Draft): Pick<TaskBody, FieldName & keyof NewRoutine> {
  const shared = FIELD_NAMES.filter((name) => fieldNamed(name).inRoutine).map((name) => [name, fieldNamed(name).write(draft[name])]);
  return Object.fromEntries(shared) as Pick<TaskBody, FieldName & keyof NewRoutine>;
}

export const bodyOfTask = (task: Task): TaskBody => bodyOf(typedFrom(task));

/** Only changed fields are sent, so that an edit does not overwrite changes that others made to other fields. */
export function changesOf<After extends object>(before: { readonly [Name in keyof After]?: unknown }, after: After): Partial<After> {
  const names = (Object.keys(after) as (keyof After)[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<After>;
}

/** Errors by field: text that cannot be parsed, and values that the schema of the call refuses. */
export function faultsIn(draft: Draft): ReadonlyMap<FieldName, string> {
  const unread = byName<Record<FieldName, string | null>>((name) => fieldNamed(name).fault?.(draft[name]) ?? null);
  const { title, ...rest } = bodyOf(draft);
  const readable = Object.fromEntries(Object.entries(rest).filter(([name]) => unread[name as FieldName] === null));
  const refused = refusedInTask({ title, ...readable });
  const faults = FIELD_NAMES.map((name) => [name, unread[name] ?? refused.get(name)] as const);
  return new Map(faults.filter((fault): fault is readonly [FieldName, string] => fault[1] !== undefined));
}

/** For a draft that has no form. Null: the draft is valid. */
export const firstFault = (draft: Draft): string | null => faultsIn(draft).values().next().value ?? null;

export function addFaults(draft: Draft, context: z.core.$RefinementCtx): void {
  for (const [name, message] of faultsIn(draft)) context.addIssue({ code: 'custom', path: [name], message });
}

export const typedTask = z.custom<Draft>().transform((draft, context) => {
  addFaults(draft, context);
  return bodyOf(draft);
});

/** Maps a field name of the server to a field of the form. Messages for unknown fields are shown at the title. */
export function fieldOf(name: string): FieldName {
  const first = name.split('.')[0] ?? '';
  return isFieldName(first) ? first : 'title';
}

/** The server's message for a form that has only a title. Null: the message is not about the title. */
export const titleRefusal = (error: unknown): string | null => refusedFields<Draft>(error, fieldOf).fields.get('title') ?? null;

export const taskWords = (today: string): FieldWords<TaskBody> => ({
  labels: byName((name) => fieldNamed(name).label),
  describe: (name, body) => fieldNamed(name).say(body[name], today),
});
