import { compare } from '../../domain/calendar/dates.ts';
import type { FileUploaded } from '../../domain/file/events.ts';
import type { EventOf } from '../../domain/kernel/define-event.ts';
import type { Stored } from '../../ports/documents.ts';
import { type FileDoc, filesWithContent, pictures } from '../../projections/file.ts';
import type { App } from '../app.ts';

export type SeenBefore = NonNullable<EventOf<typeof FileUploaded>['data']['seen_before']>;

/** Out of 256 bits. Scaling or recompressing a picture changes only a few of them. */
const MOST_DIFFERENT = 12;

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export function difference(one: string, other: string): number {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.reduce((sum, byte, index) => sum + (ONES[byte ^ (b[index] ?? 0)] ?? 0), 0);
}

export interface NewFile {
  readonly owner: string;
  readonly task_id: string | null;
  readonly content: string;
  /** The owner certainly has no file with this content. */
  readonly isNew: boolean;
  /** Null: it is not a picture, or the picture is too plain to compare. */
  readonly look: string | null;
}

/**
 * The earlier file of one of the owner's tasks that has the same bytes or, if there is none, a similar picture. Files of other tasks come
 * before files of the same task, and older files before newer ones.
 */
export async function seenBefore(app: Pick<App, 'views' | 'opener'>, file: NewFile): Promise<SeenBefore | null> {
  const same = file.isNew ? null : await first(file, filesWithContent(app.views, file.owner, file.content), () => true);
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
