import { fileDecider } from '../../domain/file/decide.ts';
import { FileRemoved, FileUploaded, fileOfStream, fileStream } from '../../domain/file/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import type { App } from '../app.ts';

/**
 * Carries out in the store of files what an event says: an uploaded file's bytes become a content, a removed file's are
 * released. It can be repeated at any later time.
 * @throws Error if the bytes of a file are gone
 */
export async function carryContent(app: Pick<App, 'store' | 'files'>, event: Recorded): Promise<void> {
  const { owner } = event.metadata;
  const id = fileOfStream(event.stream);
  if (owner === null || id === null) return;
  if (isEvent(event, FileRemoved)) return app.files.release(owner, event.data.content, id);
  if (!isEvent(event, FileUploaded)) return;
  const { content } = event.data;
  const isStored = async (): Promise<boolean> => (await readState(app.store, fileDecider, fileStream(id))).status === 'stored';
  if (!(await isStored()) || (await app.files.finish(owner, id, content))) return;
  // It may have been removed meanwhile, and its bytes with it.
  if (await isStored()) throw new Error('The bytes of an uploaded file are gone.');
}
