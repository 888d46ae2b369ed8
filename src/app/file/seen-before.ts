import { compare } from '../../domain/calendar/instant.ts';
import type { FileUploaded } from '../../domain/file/events.ts';
import type { EventOf } from '../../domain/kernel/define-event.ts';
import type { Stored } from '../../projections/engine/documents.ts';
import { type FileDoc, filesWithContent, pictures } from '../../projections/file/files.ts';
import type { App } from '../app.ts';

export type SeenBefore = NonNullable<EventOf<typeof FileUploaded>['data']['seen_before']>;

/** Of 256 bits. Making a picture smaller or compressing it again changes a few. */
const MOST_DIFFERENT = 12;

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** In how many bits two looks of the same length differ. */
export function difference(one: string, other: string): number {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.reduce((sum, byte, index) => sum + (ONES[byte ^ (b[index] ?? 0)] ?? 0), 0);
}

export interface NewFile {
  readonly owner: string;
  readonly task_id: string | null;
  readonly content: string;
  /** Null: no picture, or too plain a one. */
  readonly look: string | null;
}

/**
 * The earlier file of a task of the owner that holds the same bytes or, if there is none, a picture that looks alike. A file of another
 * task comes before one of the same task, and an older one before a newer one.
 */
export async function seenBefore(app: Pick<App, 'views' | 'opener'>, file: NewFile): Promise<SeenBefore | null> {
  const same = await first(file, filesWithContent(app.views, file.owner, file.content), () => true);
  if (same) return { ...same, how: 'same' };
  const { look, owner } = file;
  if (look === null) return null;
  await app.opener.ready(owner);
  const similar = await first(file, pictures(app.views, owner), ({ texts }) => {
    const other = texts && app.opener.openNow(owner, texts)?.look;
    return typeof other === 'string' && difference(look, other) <= MOST_DIFFERENT;
  });
  return similar && { ...similar, how: 'similar' };
}

async function first(
  { task_id }: NewFile,
  pages: AsyncIterable<readonly Stored<FileDoc>[]>,
  isMeant: (doc: FileDoc) => boolean,
): Promise<Pick<SeenBefore, 'task_id' | 'at'> | null> {
  let found: FileDoc | null = null;
  for await (const page of pages) {
    for (const { doc } of page) {
      if (doc.task_id === null || !isMeant(doc)) continue;
      if (doc.task_id !== task_id) return { task_id: doc.task_id, at: doc.created_at };
      found = found !== null && compare(found.created_at, doc.created_at) <= 0 ? found : doc;
    }
  }
  return found?.task_id ? { task_id: found.task_id, at: found.created_at } : null;
}
