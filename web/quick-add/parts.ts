import type { QueryClient } from '@tanstack/react-query';
import { quoted } from '../../src/contracts/words/format.ts';
import { newKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { nextKeys } from '../api/next.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { ApiError, failedWith } from '../api/problem.ts';
import { markStale } from '../api/query-client.ts';
import { reportKeys } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
import { type BoxPlace, planTimeBox, type TimeBox, timeBoxKeys } from '../api/time-boxes.ts';
import { readAfterTask, staleAfterTask } from '../tasks/after-task.ts';
import { putTask } from '../tasks/cache.ts';
import { bodyOf, NEW_DRAFT } from '../tasks/draft.ts';
import { CALLS } from '../tasks/kept-calls.ts';
import { refusalOf } from '../tasks/planning/box-acts.ts';
import { putBox } from '../tasks/planning/box-cache.ts';
import { boxLength, boxOf, boxWords, type Extras, stepsOf } from './extras.ts';
import type { ReadLine } from './new-draft.ts';

/** An idempotency key. With the same key the server makes a part only once. */
interface Keyed {
  readonly key: string;
}

/** The parts of a task that are still to be made. Each needs a call of its own, after the task was made. */
export interface Parts {
  readonly task: Pick<Task, 'id' | 'title'>;
  readonly steps: readonly (Keyed & { readonly title: string })[];
  readonly box: (Keyed & { readonly place: BoxPlace }) | null;
  /** Why they were not made: 'Step ‘Ask Lena’: You have too many tasks.' */
  readonly reasons: readonly string[];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Whether the tab's storage has given them back. */
export const isParts = (kept: unknown): kept is Parts =>
  isObject(kept) &&
  'task' in kept &&
  isObject(kept.task) &&
  'steps' in kept &&
  Array.isArray(kept.steps) &&
  'box' in kept &&
  'reasons' in kept;

/** `minutes`: the length of the box. What was tried before and not changed keeps its key. */
export function partsOf(task: Parts['task'], extras: Extras, minutes: number, before?: Parts): Parts {
  const place = boxOf(extras, minutes);
  const isTried = before?.box && JSON.stringify(before.box.place) === JSON.stringify(place);
  return {
    task: { id: task.id, title: task.title },
    steps: stepsOf(extras).map((title) => before?.steps.find((step) => step.title === title) ?? { title, key: newKey() }),
    box: isTried ? before.box : place && { place, key: newKey() },
    reasons: [],
  };
}

export const partsOfLine = (task: Task, { extras, draft }: ReadLine): Parts => partsOf(task, extras, boxLength(draft));

export const isNothing = ({ steps, box }: Parts): boolean => steps.length === 0 && box === null;

async function makeStep(client: QueryClient, parentId: string, title: string, key: string): Promise<void> {
  const { task, etag } = await CALLS.create({ body: { ...bodyOf({ ...NEW_DRAFT, title }), parentId } }, key);
  putTask(client, task, etag);
  markStale(client, staleAfterTask(client, null, task));
}

async function makeBox(client: QueryClient, taskId: string, place: BoxPlace, key: string): Promise<TimeBox> {
  const box = await planTimeBox(taskId, place, key);
  putBox(client, box, box.id);
  markStale(client, [timeBoxKeys.all, nextKeys.all, reportKeys.all]);
  return box;
}

/** The server repeats a refusal under the same key, although its reason may be gone. Without an answer the part may have been made. */
const keyAfter = (error: unknown, key: string): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? newKey() : key;

export interface Outcome {
  /** What was not made. Null: everything was. */
  readonly left: Parts | null;
  readonly box: TimeBox | null;
}

/** Makes the parts one after the other. A refusal does not stop the others. */
export async function makeParts(client: QueryClient, parts: Parts, clock: Pick<OwnerClock, 'zone' | 'today'>): Promise<Outcome> {
  const { task } = parts;
  const reasons: string[] = [];
  let offline: Error | null = null;
  /** Returns the key of the next try. Null: the part was made. */
  async function attempt(name: string, key: string, make: (key: string) => Promise<unknown>): Promise<string | null> {
    try {
      // Without a connection the other parts would not arrive either.
      if (offline !== null) throw offline;
      await make(key);
      return null;
    } catch (error) {
      if (failedWith(error, 'offline')) offline = error;
      reasons.push(`${name}: ${refusalOf(error)}`);
      return keyAfter(error, key);
    }
  }
  const steps: Parts['steps'][number][] = [];
  for (const { title, key } of parts.steps) {
    const again = await attempt(`Step ${quoted(title)}`, key, (sent) => makeStep(client, task.id, title, sent));
    if (again !== null) steps.push({ title, key: again });
  }
  let [box, boxLeft]: [TimeBox | null, Parts['box']] = [null, null];
  if (parts.box) {
    const { place, key } = parts.box;
    const again = await attempt(`Time box ${boxWords(place, clock)}`, key, async (sent) => {
      box = await makeBox(client, task.id, place, sent);
    });
    if (again !== null) boxLeft = { place, key: again };
  }
  readAfterTask(client, serverNow());
  return { left: reasons.length === 0 ? null : { task, steps, box: boxLeft, reasons }, box };
}
