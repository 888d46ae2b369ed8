import { fileDecider } from '../../domain/file/decide.ts';
import { fileOfStream, fileStream, type RecordedFileEvent } from '../../domain/file/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import type { App } from '../app.ts';

/**
 * Carries out in the store of files what an event says: an uploaded file's bytes become a content, a removed file's are
 * released. It can be repeated at any later time.
 * @throws Error if the bytes of a file are gone
 */
export async function carryContent(app: Pick<App, 'store' | 'files'>, recorded: Recorded): Promise<void> {
  const event = recorded as RecordedFileEvent;
  const { owner } = event.metadata;
  const id = fileOfStream(event.stream);
  if (owner === null || id === null) return;
  const { content } = event.data;
  if (event.type === 'FileRemoved') return app.files.release(owner, content, id);
  const { status } = await readState(app.store, fileDecider, fileStream(id));
  if (status !== 'stored' || (await app.files.finish(owner, id, content))) return;
  throw new Error('The bytes of an uploaded file are gone.');
}
