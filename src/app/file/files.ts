import { number } from '../../contracts/words/format.ts';
import { type FileCommand, fileDecider } from '../../domain/file/decide.ts';
import { FileRemoved, FileUploaded, fileStream } from '../../domain/file/events.ts';
import { captured, cleanName, nameFault } from '../../domain/file/rules.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { type Context, handle } from '../../domain/kernel/handle.ts';
import { exists } from '../../domain/task/state.ts';
import { FileNotTaken, type Inspected, type InspectedFor, type ReceivedUpload } from '../../ports/files.ts';
import { countFiles, type FileDoc, file as findFile } from '../../projections/file.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf, ownerZone } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { loadTask } from '../task/task-send.ts';
import type { Quota } from './quota.ts';
import { seenBefore } from './seen-before.ts';

/**
 * Runs work that changes an owner's files, or depends on them, one piece after the other in all processes. Before the work begins, the read
 * models contain everything that was written before. It is not reentrant: `work` must not call it again.
 */
export function withOwnFiles<T>(app: App, owner: string, work: () => Promise<T>): Promise<T> {
  const upToDate = async (): Promise<T> => {
    // Another process may just have written a file of the owner, or given one as proof.
    await app.waitForReadModels(await app.store.head());
    return work();
  };
  return withOwnerLock(app, owner, upToDate, 'files');
}

/**
 * Does in the store of files what an event says: stores the bytes of an uploaded file as content, or releases those of a removed file. It
 * can be repeated at any later time.
 * @throws Error if the bytes of a file are gone
 */
export async function carryContent(app: Pick<App, 'store' | 'files'>, event: Recorded): Promise<void> {
  const { owner } = event.metadata;
  const id = fileStream.idOf(event.stream);
  if (owner === null || id === null) return;
  if (isEvent(event, FileRemoved)) return app.files.release(owner, event.data.content, id);
  if (!isEvent(event, FileUploaded)) return;
  const { content } = event.data;
  const isStored = async (): Promise<boolean> => (await readState(app.store, fileDecider, fileStream(id))).status === 'stored';
  if (!(await isStored()) || (await app.files.finish(owner, id, content))) return;
  // The file may have been removed meanwhile, together with its bytes.
  if (await isStored()) throw new Error('The bytes of an uploaded file are gone.');
}

const MOST_FILES = 20_000;
/** More files than can be recorded at any time without being stored as contents yet. */
const MOST_ADDED = 1_000;
const NEVER = new AbortController().signal;

export interface NewUpload {
  readonly id: string;
  readonly name: string;
  readonly taskId: string | null;
  readonly quota: Quota;
}

const invalid = (field: string, sentence: string): RuleViolation =>
  new RuleViolation('validation_failed', sentence, { [field]: [sentence] });

/** @throws RuleViolation validation_failed on `file` or `task_id` */
async function checkUpload(app: App, owner: string, { name, taskId }: Pick<NewUpload, 'name' | 'taskId'>): Promise<void> {
  const fault = nameFault(name);
  if (fault !== null) throw invalid('file', fault);
  if (taskId === null) return;
  const task = await loadTask(app, taskId);
  if (!exists(task) || task.owner !== owner) throw invalid('task_id', 'There is no such task.');
}

/** What the owner's files and uploads would take. */
export interface Needed {
  readonly bytes: number;
  /** How many files there are at present, but for some that have just been added; null: they have to be counted. */
  readonly files: number | null;
}

/** @throws RuleViolation quota_exceeded, limit_reached */
export async function checkRoom(app: App, owner: string, { bytes, files }: Needed, quota: Quota): Promise<void> {
  const most = bytes > quota.least ? await quota.ask() : bytes;
  if (bytes > most)
    throw new RuleViolation(
      'quota_exceeded',
      `Your files may take ${number(Math.floor(most / 1_048_576))} MB in all. Remove some, then try again.`,
    );
  if (files !== null && files < MOST_FILES - MOST_ADDED) return;
  if ((await countFiles(app.views, owner, MOST_FILES)) >= MOST_FILES)
    throw new RuleViolation('limit_reached', `An account holds at most ${number(MOST_FILES)} files. Remove some, then try again.`);
}

/**
 * Turns a complete upload into a file. If this is refused, the upload remains and the caller abandons it. Repeating the call with the same
 * id records the file once. Returns null if there is no such upload. `gone` aborts when the client has disconnected: then the inspection
 * stops and nothing is recorded.
 * @throws RuleViolation validation_failed, quota_exceeded, limit_reached; QueueFull; the reason of `gone`
 */
export async function takeUpload(app: App, caller: Caller, given: NewUpload, gone: AbortSignal = NEVER): Promise<Position | null> {
  const { owner } = caller;
  const upload = { ...given, name: cleanName(given.name) };
  const received = await app.files.openUpload(owner, upload.id);
  if (received === null) return null;
  try {
    await checkUpload(app, owner, upload);
    const inspected = await inspect(app, received, { owner, name: upload.name, signal: gone });
    gone.throwIfAborted();
    return await withOwnFiles(app, owner, () => record(app, caller, upload, received, inspected));
  } finally {
    await received.close();
  }
}

async function inspect(app: App, received: ReceivedUpload, forWhom: InspectedFor): Promise<Inspected> {
  try {
    return await app.inspector.inspect(received, forWhom);
  } catch (error) {
    throw error instanceof FileNotTaken ? invalid('file', error.message) : error;
  }
}

async function record(
  app: App,
  caller: Caller,
  upload: NewUpload,
  received: ReceivedUpload,
  { captured: taken, look, type, width, height, preview }: Inspected,
): Promise<Position | null> {
  const { owner } = caller;
  const { id, name, taskId: task_id, quota } = upload;
  const { address: content, sha256, size } = received;
  // Check again, because the task may have been deleted during the inspection. If it is deleted after this, the reactor removes the file.
  await checkUpload(app, owner, upload);
  const { bytes, users: files, isNew } = await app.files.usage(owner, received);
  await checkRoom(app, owner, { bytes, files }, quota);
  const seen_before = await seenBefore(app, { owner, task_id, content, look, isNew });
  const captured_at = taken && captured(taken, await ownerZone(app, owner));
  const data = { task_id, type, size, content, width, height, preview, seen_before };
  return send(app, id, { type: 'Upload', data, private: { name, sha256, captured_at, look } }, contextOf(caller));
}

/**
 * Removes a file.
 * @throws RuleViolation not_found, conflict if it was given as proof
 */
export const removeFile = (app: App, caller: Caller, id: string): Promise<Position | null> =>
  withOwnFiles(app, caller.owner, async () => {
    const given = (await ownFile(app, caller.owner, id))?.given ?? false;
    return send(app, id, { type: 'Remove', owner: caller.owner, given }, contextOf(caller));
  });

/** Removes a file that has belonged to nothing, or to a deleted task, for 24 hours. Null: it is in use, or the time is not over. */
export const removeUnused = (app: App, owner: string, id: string): Promise<Position | null> =>
  withOwnFiles(app, owner, async () => {
    const doc = await ownFile(app, owner, id);
    const command = { type: 'RemoveUnused', now: app.clock.now(), belongs: doc?.next_key === null } as const;
    return send(app, id, command, { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null });
  });

/** A file of the owner; null if there is none with this id. */
export async function ownFile(app: Pick<App, 'views'>, owner: string, id: string): Promise<FileDoc | null> {
  const found = await findFile(app.views, id);
  return found?.doc.owner === owner ? found.doc : null;
}

/** The ids that cannot be given for the task: they are not files of the owner, or they belong to another task. */
export async function notOfTask(
  app: Pick<App, 'views'>,
  owner: string,
  taskId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(ids.map((id) => ownFile(app, owner, id)));
  return ids.filter((_, index) => {
    const doc = found[index];
    return !doc || (doc.task_id !== null && doc.task_id !== taskId);
  });
}

/** Changes the stored bytes at once. If the program stops before that, a reactor does it. */
async function send(app: App, id: string, command: FileCommand, context: Context): Promise<Position | null> {
  const { events, position } = await handle(app, fileDecider, fileStream(id), command, context);
  for (const event of events) await carryContent(app, event);
  if (position !== null) await app.waitForReadModels(position);
  return position;
}
