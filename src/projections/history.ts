import type { Actor } from '../domain/kernel/event.ts';
import type { JsonObject } from '../domain/kernel/json.ts';
import type { Sealed } from '../domain/kernel/sealed.ts';
import type { Cursor } from './kernel/documents.ts';
import type { Plain, Views } from './kernel/views.ts';

export type HistoryType = 'tasks' | 'verifications' | 'alerts' | 'streaks' | 'partner' | 'account';

/** By position. One document an event that its owner may read about: the event itself and its search keys. */
export type HistoryDoc = {
  readonly event_id: string;
  readonly owner: string;
  readonly at: string;
  readonly recorded_at: string;
  readonly type: HistoryType;
  /** The event's stored name. */
  readonly action: string;
  readonly task_id: string | null;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly actor: Plain<Actor>;
  /** The event's data as stored: for a task's change set, was, texts, was_texts, own_texts. */
  readonly data: JsonObject;
  readonly private: Sealed | null;
  /** The sealed title that this event gave its task, or that an alert carries. */
  readonly title: Sealed | null;
  /** Its own position where it gave its task a title. */
  readonly title_key: string | null;
  readonly hash: string;
};

/** An entry with its task's title as it was then. */
export interface HistoryEntry {
  readonly position: string;
  readonly doc: HistoryDoc;
  readonly title: Sealed | null;
}

export interface HistoryPage {
  readonly items: readonly HistoryEntry[];
  readonly next: Cursor | null;
}

/** What changed, for the audit: structural wire fields as values, texts as the sealed objects that hold them. */
export interface Changes {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly sealedBefore: Readonly<Record<string, Sealed | null>>;
  readonly sealedAfter: Readonly<Record<string, Sealed | null>>;
}

export type HistoryQueries = {
  /** Newest first: all of an owner's, of one type, or of one task (the caller checks that the task is the owner's). */
  history(views: Views, owner: string, only: { type?: HistoryType; task_id?: string }, page: { limit: number; after?: Cursor }): Promise<HistoryPage>;
  changesOf(doc: HistoryDoc): Changes;
};
