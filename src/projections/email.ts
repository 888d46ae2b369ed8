import {
  EmailOutcomeUnknown,
  EmailSendFailed,
  EmailSendRequested,
  EmailSendStarted,
  EmailSent,
  type EmailStatus,
  EmailTaskCreated,
  EmailTaskDeleted,
  EmailTaskEdited,
  EmailTaskReviewed,
  emailStream,
  type Way,
} from '../domain/email/events.ts';
import type { SealedOf, SeenFile } from '../domain/kernel/define-event.ts';
import type { Recorded } from '../domain/kernel/event.ts';
import type { Cursor, Page, Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import type { Views } from './engine/views.ts';

type EmailReviewDoc = {
  readonly id: string;
  readonly at: string;
  readonly judge: 'ai' | 'rubric';
  readonly judge_id: string | null;
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  readonly score: number | null;
  readonly prompt_version: string;
  /** What the judge was given of each attachment; left out: it was not recorded at that time. */
  readonly seen?: readonly SeenFile[] | null;
  readonly texts: SealedOf<typeof EmailTaskReviewed>;
};

/** By the email's id. A deleted email has no document. */
export type EmailTaskDoc = {
  readonly owner: string;
  readonly task_id: string;
  readonly status: EmailStatus;
  /** The sealed object that holds recipients, subject, body and attachments. */
  readonly content: SealedOf<typeof EmailTaskCreated> | null;
  readonly review: EmailReviewDoc | null;
  readonly via: Way | null;
  readonly message_id: string | null;
  /** Why it was not sent, or why nobody knows whether it was. */
  readonly error: string | null;
  /** The sealed object that holds `refused`: addresses that the server refused although it accepted others. */
  readonly refused: SealedOf<typeof EmailSent>;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly version: number;
  /** When it must be sent, or when a running attempt counts as lost. */
  readonly next_key: string | null;
};

type Change<Event> = (event: Event, doc: EmailTaskDoc) => Partial<EmailTaskDoc>;

const after =
  <Event extends Recorded>(change: Change<Event>) =>
  (doc: EmailTaskDoc | null, event: Event): EmailTaskDoc | null =>
    doc && { ...doc, ...change(event, doc), version: event.revision };

const NOTHING_YET = { review: null, via: null, message_id: null, error: null, refused: null, sent_at: null, next_key: null } as const;

export const emailTasks: Projection<EmailTaskDoc> = {
  name: 'email_tasks',
  version: 2,
  indexes: [
    { name: 'newest', fields: ['owner', 'created_at'] },
    { name: 'of_task', fields: ['owner', 'task_id', 'created_at'] },
    { name: 'next', fields: ['next_key'], sparse: true },
  ],
  ids: ({ stream }) => {
    const id = emailStream.idOf(stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(EmailTaskCreated, (doc: EmailTaskDoc | null, { data, metadata, private: content, revision }): EmailTaskDoc | null => {
      const { owner, at } = metadata;
      if (owner === null) return doc;
      return { ...NOTHING_YET, owner, task_id: data.task_id, status: 'draft', content, created_at: at, version: revision };
    }),
    on(
      EmailTaskEdited,
      after(({ private: content }) => ({ content, review: null })),
    ),
    on(EmailTaskDeleted, (): EmailTaskDoc | null => null),
    on(
      EmailTaskReviewed,
      after(({ data: { task_id: _, review_id: id, ...review }, metadata, private: texts }) => ({
        review: { id, at: metadata.at, ...review, texts },
      })),
    ),
    on(
      EmailSendRequested,
      after(({ metadata }) => ({ status: 'sending', via: null, message_id: null, error: null, next_key: metadata.at })),
    ),
    on(
      EmailSendStarted,
      after(({ data: { via, message_id, until } }) => ({ via, message_id, next_key: until })),
    ),
    on(
      EmailSent,
      after(({ data: { via }, metadata, private: refused }) => ({
        status: 'sent',
        via,
        error: null,
        refused,
        sent_at: metadata.at,
        next_key: null,
      })),
    ),
    on(
      EmailSendFailed,
      after(({ data }) => ({ status: 'failed', error: data.reason, next_key: null })),
    ),
    on(
      EmailOutcomeUnknown,
      after(({ data }) => ({ status: 'unknown', error: data.reason, next_key: null })),
    ),
  ),
};

export const emailTask = (views: Views, id: string): Promise<Stored<EmailTaskDoc> | null> =>
  views.documents.get<EmailTaskDoc>(views.current(emailTasks.name), id);

export function emailTasksOf(
  views: Views,
  owner: string,
  { task, ...page }: { readonly task?: string | undefined; readonly limit: number; readonly after?: Cursor },
): Promise<Page<EmailTaskDoc>> {
  const which = task === undefined ? { index: 'newest', equals: [owner] } : { index: 'of_task', equals: [owner, task] };
  return views.documents.find<EmailTaskDoc>(views.current(emailTasks.name), { ...which, order: 'desc', ...page });
}

export const countEmailTasks = (views: Views, owner: string, most: number): Promise<number> =>
  views.documents.count(views.current(emailTasks.name), { index: 'newest', equals: [owner] }, most);
