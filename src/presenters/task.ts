import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Task } from '../contracts/task.ts';
import type { Sealed } from '../domain/kernel/event.ts';
import type { HeldTexts, TaskFields } from '../domain/task/event-data.ts';
import { isOnWord, type Outcome, outcomeOf } from '../domain/task/rules.ts';
import type { TaskState } from '../domain/task/state.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { TaskDoc } from '../projections/task/tasks.ts';

/** The fields that a task's state and its document have in common. Texts are sealed. */
export type TaskFacts = TaskFields & HeldTexts & { readonly outcome: Outcome };

export const factsOf = ({ fields, texts }: TaskState): TaskFacts => ({ ...fields, ...texts, outcome: outcomeOf(fields) });

/** The facts of a task as if it had not been deleted. */
export const asItWas = (state: TaskState): TaskFacts => factsOf({ ...state, fields: { ...state.fields, deleted: false } });

/**
 * The number of the shape in which a task is sent. It is part of the ETag and rises with every new field, so that nobody keeps an answer
 * without that field. 2: with its outcome. 3: with whether its record was corrected, and the requested proof. 4: with whether it counts on
 * its owner's word. 5: with the partner who judges it. 6: with the task that it promises again. 7: with the minutes of focus.
 */
export const TASK_SHAPE = 7;

/** `opener` must be ready for the owner. */
export function presentTask(opener: Opener, owner: string, id: string, facts: TaskFacts): Task {
  const open = <Texts>(sealed: Sealed<Texts> | null): Texts | null => opener.openNow(owner, sealed);
  return {
    id,
    title: open(facts.title)?.title ?? '',
    description: open(facts.description)?.description ?? null,
    due_date: facts.due_date,
    due_time: facts.due_time,
    due_at: facts.due_at,
    status: facts.status,
    completed: facts.status === 'completed',
    late: facts.late,
    outcome: facts.outcome,
    corrected: facts.corrected,
    verification_type: facts.verification_type,
    verification_state: facts.verification_state,
    on_word: isOnWord(facts),
    proof_requirement: open(facts.proof_requirement)?.proof_requirement ?? null,
    proof_due_at: facts.proof_due_at,
    priority: facts.priority,
    tags: [...(open(facts.tags)?.tags ?? [])],
    estimate_minutes: facts.estimate_minutes,
    focused_minutes: Math.floor(facts.focused_seconds / 60),
    parent_id: facts.parent_id,
    partner_id: facts.partner_id,
    again_of: facts.again_of,
    recurring_task_id: facts.recurring_task_id,
    postponed: facts.postponed,
    archived: facts.archived,
    skip_reason: open(facts.skip_reason)?.skip_reason ?? (facts.vacation_id === null ? null : 'vacation'),
    created_at: facts.created_at,
    completed_at: facts.completed_at,
    missed_at: facts.missed_at,
  };
}

/** A task as a report gives it. Reports show deleted tasks too, and mark them. */
export const presentReported = (opener: Opener, { id, doc }: Stored<TaskDoc>): Task => ({
  ...presentTask(opener, doc.owner, id, doc),
  ...(doc.deleted && { deleted: true }),
});

/** Tasks as JSON texts. The text of each task is cached until the task changes, because lists are read far more often. */
export type TaskTexts = (owner: string, found: readonly Stored<TaskDoc>[]) => Promise<readonly string[]>;

/** The greatest size of all cached texts, in characters. */
const CACHED = 2 * 1_024 * 1_024;

export function createTaskTexts(opener: Opener): TaskTexts {
  const cache = new LRUCache<string, { readonly position: string; readonly text: string }>({
    maxSize: CACHED,
    sizeCalculation: ({ text }) => text.length,
  });
  const textOf = ({ id, position, doc }: Stored<TaskDoc>): string => {
    const known = cache.get(id);
    if (known?.position === position) return known.text;
    const text = JSON.stringify(presentTask(opener, doc.owner, id, doc));
    cache.set(id, { position, text });
    return text;
  };
  return async (owner, found) => {
    await opener.ready(owner);
    return found.map(textOf);
  };
}

const DERIVED = 100_000_000;

/**
 * Makes the number for the ETag of a resource that includes values from elsewhere. These change without a new version
 * of the resource, so the number combines the version with a hash of the values. `versionIn` gives the version back,
 * which a write compares.
 */
export function derivedTag(version: number, values: unknown): number {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE(0);
  return version * DERIVED + (hash % DERIVED);
}

/** The version in a number made by `derivedTag`. */
export const versionIn = (tag: number): number => Math.floor(tag / DERIVED);
