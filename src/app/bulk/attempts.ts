import { inPortions } from '../../concurrency/in-portions.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { tasksByIds } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';
import { roomForTasks } from '../task/room.ts';
import { latest, type TaskResult } from '../task/task-send.ts';

/** A task that stays as it is, with the reason. */
export interface BatchRefusal {
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

/** What became of one of several tasks. `id`: as the request names it. */
type Attempt = { readonly id: string } & ({ readonly result: TaskResult } | { readonly refusal: BatchRefusal });

/** How many tasks change at once. Other requests must not wait for all of them. */
export const AT_ONCE = 20;
/** With less room than this, tasks come into the list one after the other, and each counts those before it. */
const PLENTY = 2_000;

interface Attempting {
  readonly owner: string;
  /** One after the other. The tasks of one group do not depend on each other. */
  readonly groups: readonly (readonly string[])[];
  /** Whether the work can bring tasks into the owner's list. */
  readonly adds: boolean;
  readonly work: (id: string) => Promise<TaskResult>;
}

/** Does the work for each of the tasks. A refusal of one stops none of the others. */
export async function attemptAll(app: App, { owner, groups, adds, work }: Attempting): Promise<ReadonlyMap<string, Attempt>> {
  const attempts = new Map<string, Attempt>();
  for (const ids of groups) {
    const isNearlyFull = adds && (await roomForTasks(app, owner)) < PLENTY;
    const made = await inPortions(ids, isNearlyFull ? 1 : AT_ONCE, async (id) => {
      const one = await attempt(id, work);
      if (isNearlyFull) await untilRead(app, [one]);
      return one;
    });
    // The next group reads what this one has written: which steps of a task are open, for example.
    await untilRead(app, made);
    for (const one of made) attempts.set(one.id, one);
  }
  return attempts;
}

async function attempt(id: string, work: Attempting['work']): Promise<Attempt> {
  try {
    return { id, result: await work(id) };
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    return { id, refusal: { id, code: error.code, message: sentenceOf(error) } };
  }
}

/** A refusal of a field is said by the sentence about it, because nobody sees the fields of a task that is one of many. */
const sentenceOf = ({ message, fields = {} }: RuleViolation): string => Object.values(fields)[0]?.[0] ?? message;

async function untilRead(app: App, attempts: readonly Attempt[]): Promise<void> {
  const position = latest(resultsOf(attempts).map((result) => result.position));
  if (position !== null) await app.waitForReadModels(position);
}

export const resultsOf = (attempts: Iterable<Attempt>): readonly TaskResult[] =>
  [...attempts].flatMap((one) => ('result' in one ? [one.result] : []));

export const refusalsOf = (attempts: Iterable<Attempt>): readonly BatchRefusal[] =>
  [...attempts].flatMap((one) => ('refusal' in one ? [one.refusal] : []));

/** First the steps of tasks that are among them, too, then all others. */
export async function stepsFirst({ views }: App, ids: readonly string[]): Promise<readonly (readonly string[])[]> {
  const docs = await tasksByIds(views, ids);
  const isStep = (id: string): boolean => docs.has(docs.get(id)?.doc.parent_id ?? '');
  return [ids.filter(isStep), ids.filter((id) => !isStep(id))];
}
