import { fileDecider } from '../../domain/file/decide.ts';
import { FileRemoved, FileUploaded, fileStream } from '../../domain/file/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import type { App } from '../app.ts';

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
