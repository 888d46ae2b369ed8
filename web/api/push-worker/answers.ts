import { readSession } from '../../../src/contracts/calls/account.ts';
import * as calls from '../../../src/contracts/calls/task.ts';
import type { Task } from '../../../src/contracts/task.ts';
import { clockTime, quoted, shortDate } from '../../../src/contracts/words/format.ts';
import { sentence } from '../../../src/contracts/words/isolated.ts';
import { addDays } from '../../../src/contracts/words/phrases/days.ts';
import { localTime } from '../../lib/calendar.ts';

/** What a person can answer to a notification about a task. */
export type Answer = 'done' | 'tomorrow' | 'skip';

/** How an answer is taken back: by an undo of the task, or by deleting the new task that it made. */
export interface Undo {
  readonly way: 'undo' | 'delete';
  readonly id: string;
}

/** What came of an answer, in words. */
export interface Outcome {
  readonly title: string;
  readonly body: string;
  /** Null: it failed, and nothing was changed. */
  readonly undo: Undo | null;
  /** Whether it failed for a reason that may pass. */
  readonly canRetry: boolean;
}

interface Sendable {
  readonly method: string;
  readonly path: string;
}

/** Why a request failed, as the end of a sentence, and whether it may succeed later. */
class Failed extends Error {
  readonly mayPass: boolean;

  constructor(reason: string, mayPass: boolean) {
    super(reason);
    this.mayPass = mayPass;
  }
}

const MILLISECOND = 1_000;

async function reasonOf(response: Response): Promise<Failed> {
  if (response.status === 401) return new Failed('you are signed out', false);
  if (response.status === 404) return new Failed('it is not here any more', false);
  const detail: unknown = await response
    .json()
    .then((problem: { detail?: unknown }) => problem.detail)
    .catch(() => null);
  const mayPass = response.status >= 500 || response.status === 429;
  return new Failed(typeof detail === 'string' && !mayPass ? detail.replace(/\.$/, '') : 'Vouch does not answer', mayPass);
}

/** @throws Failed */
async function ask(call: Sendable, id: string | null, body?: object): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body) headers['content-type'] = 'application/json';
  if (call.method === 'POST') headers['idempotency-key'] = crypto.randomUUID();
  const init = { method: call.method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(call.path.replace('{id}', encodeURIComponent(id ?? '')), init).catch(() => {
    throw new Failed('no connection', true);
  });
  if (!response.ok) throw await reasonOf(response);
  return response;
}

/** The date after the owner's present one, by the server's clock. */
async function tomorrow(): Promise<{ readonly today: string; readonly date: string }> {
  const { user, session } = (await (await ask(readSession, null)).json()) as {
    user: { timezone: string } | null;
    session: { expires_at: string; expires_in: number } | null;
  };
  if (user === null || session === null) throw new Failed('you are signed out', false);
  const now = Date.parse(session.expires_at) - session.expires_in * MILLISECOND;
  const today = localTime(now, user.timezone).date;
  return { today, date: addDays(today, 1) };
}

type Done = Pick<Outcome, 'title' | 'body' | 'undo'>;
const undoOf = (id: string): Undo => ({ way: 'undo', id });

/** What is still open is moved. What was missed or skipped is promised again, and the miss stays. */
async function toTomorrow(id: string, title: string): Promise<Done> {
  const [task, { date, today }] = await Promise.all([ask(calls.readTask, id).then((found) => found.json() as Promise<Task>), tomorrow()]);
  const body = sentence`${title}, ${shortDate(date, today)}${task.due_time === null ? '' : ` ${clockTime(task.due_time)}`}`;
  if (task.status === 'missed' || task.status === 'skipped') {
    const made = (await (await ask(calls.promiseAgain, id, { due_date: date })).json()) as Task;
    return { title: 'Promised again for tomorrow', body, undo: { way: 'delete', id: made.id } };
  }
  if (task.status === 'completed') throw new Failed('it is completed already', false);
  await ask(calls.editTask, id, { due_date: date });
  return { title: 'Moved to tomorrow', body, undo: undoOf(id) };
}

async function setStatus(id: string, title: string, answer: 'done' | 'skip'): Promise<Done> {
  // A notification has no field for a reason, and the server wants one.
  const status = answer === 'done' ? { status: 'completed' } : { status: 'skipped', reason: 'Skipped from a notification' };
  await ask(calls.setTaskStatus, id, status);
  return { title: answer === 'done' ? 'Done' : 'Skipped', body: title, undo: undoOf(id) };
}

const NOT: Readonly<Record<Answer, readonly [title: string, failed: string]>> = {
  done: ['Not done yet', 'could not be marked as done'],
  tomorrow: ['Not moved yet', 'could not be moved to tomorrow'],
  skip: ['Not skipped yet', 'could not be skipped'],
};

const failedWith = (error: unknown, title: string, sentence: string): Outcome => {
  const { message, mayPass } = error instanceof Failed ? error : new Failed('something went wrong', true);
  return { title, body: `${sentence}: ${message}. Nothing was changed.`, undo: null, canRetry: mayPass };
};

/** Carries out what was answered about a task with this title. Never rejects. */
export async function carryOut(answer: Answer, id: string, title: string): Promise<Outcome> {
  try {
    return { ...(await (answer === 'tomorrow' ? toTomorrow(id, title) : setStatus(id, title, answer))), canRetry: false };
  } catch (error) {
    const [failed, words] = NOT[answer];
    return failedWith(error, failed, `${quoted(title)} ${words}`);
  }
}

/** Takes an answer back. Null: that worked. Never rejects. */
export async function takeBack({ way, id }: Undo, title: string): Promise<Outcome | null> {
  try {
    await ask(way === 'undo' ? calls.undoTask : calls.deleteTask, id, way === 'undo' ? {} : undefined);
    return null;
  } catch (error) {
    return failedWith(error, 'Not taken back', `The answer about ${quoted(title)} could not be taken back`);
  }
}
