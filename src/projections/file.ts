import { FileRemoved, FileUnused, FileUploaded, FileUsedAgain, fileStream } from '../domain/file/events.ts';
import { unusedUntil } from '../domain/file/rules.ts';
import { type EventOf, isEvent, type SealedOf } from '../domain/kernel/define-event.ts';
import { SocialPostDrafted } from '../domain/premium/events.ts';
import { AppealMade, ProofSubmitted } from '../domain/proof/events.ts';
import { taskStream } from '../domain/task/events.ts';
import type { Cursor, Page, Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import { type Plain, pagesOf, type Views } from './engine/views.ts';

/** By file id. A removed file has no document. */
export type FileDoc = {
  readonly owner: string;
  /** The task that it was uploaded for, or that it was first given as proof of. */
  readonly task_id: string | null;
  readonly type: string;
  readonly size: number;
  readonly content: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly preview: boolean;
  readonly seen_before: Plain<NonNullable<EventOf<typeof FileUploaded>['data']['seen_before']>> | null;
  readonly texts: SealedOf<typeof FileUploaded> | null;
  readonly created_at: string;
  /** It is part of a proof or an appeal, or it is the picture of a post, so it stays. */
  readonly given: boolean;
  /** When the file is removed, if it still belongs to nothing or to a deleted task then. */
  readonly next_key: string | null;
};

export const files: Projection<FileDoc> = {
  name: 'files',
  version: 2,
  indexes: [
    { name: 'newest', fields: ['owner', 'created_at'] },
    { name: 'of_task', fields: ['owner', 'task_id', 'created_at'] },
    { name: 'same', fields: ['owner', 'content', 'created_at'] },
    { name: 'pictures', fields: ['owner', 'preview', 'created_at'] },
    { name: 'next', fields: ['next_key'], sparse: true },
  ],
  ids: (event) => {
    const file = fileStream.idOf(event.stream);
    if (file !== null) return [file];
    if (isEvent(event, SocialPostDrafted)) return event.data.image_id === null ? [] : [event.data.image_id];
    return isEvent(event, ProofSubmitted, AppealMade) ? event.data.file_ids : [];
  },
  on: folds(
    on(FileUploaded, (doc: FileDoc | null, { data, metadata, private: texts }): FileDoc | null => {
      const { owner, at } = metadata;
      if (owner === null) return doc;
      return { ...data, owner, texts, created_at: at, given: false, next_key: data.task_id === null ? unusedUntil(at) : null };
    }),
    on(FileUnused, (doc: FileDoc | null, { metadata }) => doc && { ...doc, next_key: unusedUntil(metadata.at) }),
    on(FileUsedAgain, (doc: FileDoc | null) => doc && { ...doc, next_key: null }),
    on(FileRemoved, (): FileDoc | null => null),
    on(SocialPostDrafted, (doc: FileDoc | null, { metadata }) =>
      doc?.owner === metadata.owner ? doc && { ...doc, given: true, next_key: null } : doc,
    ),
    on([ProofSubmitted, AppealMade], (doc: FileDoc | null, { stream, metadata }) => {
      if (doc === null || doc.owner !== metadata.owner) return doc;
      return { ...doc, given: true, task_id: doc.task_id ?? taskStream.requireId(stream), next_key: null };
    }),
  ),
};

export const file = (views: Views, id: string): Promise<Stored<FileDoc> | null> =>
  views.documents.get<FileDoc>(views.current(files.name), id);

export const filesByIds = (views: Views, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<FileDoc>>> =>
  views.documents.getMany<FileDoc>(views.current(files.name), ids);

export const filesOf = (
  views: Views,
  owner: string,
  { task, ...page }: { readonly task?: string | undefined; readonly limit: number; readonly after?: Cursor },
): Promise<Page<FileDoc>> => {
  const which = task === undefined ? { index: 'newest', equals: [owner] } : { index: 'of_task', equals: [owner, task] };
  return views.documents.find<FileDoc>(views.current(files.name), { ...which, order: 'desc', ...page });
};

export const allFiles = (views: Views, owner: string): AsyncGenerator<readonly Stored<FileDoc>[]> =>
  pagesOf<FileDoc>(views.documents, views.current(files.name), { index: 'newest', equals: [owner] });

export const filesOfTask = (views: Views, owner: string, task: string): AsyncGenerator<readonly Stored<FileDoc>[]> =>
  pagesOf<FileDoc>(views.documents, views.current(files.name), { index: 'of_task', equals: [owner, task] });

export const countFiles = (views: Views, owner: string, most: number): Promise<number> =>
  views.documents.count(views.current(files.name), { index: 'newest', equals: [owner] }, most);

/** Files with the same content, oldest first, page by page. */
export const filesWithContent = (views: Views, owner: string, content: string): AsyncGenerator<readonly Stored<FileDoc>[]> =>
  pagesOf<FileDoc>(views.documents, views.current(files.name), { index: 'same', equals: [owner, content] });

/** The pictures of an owner, oldest first, page by page. */
export const pictures = (views: Views, owner: string): AsyncGenerator<readonly Stored<FileDoc>[]> =>
  pagesOf<FileDoc>(views.documents, views.current(files.name), { index: 'pictures', equals: [owner, true] });
