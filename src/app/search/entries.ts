import { searchable, searchTag, searchWords } from '../../contracts/words/search-words.ts';
import { compare } from '../../domain/calendar/dates.ts';
import { isOpen } from '../../domain/calendar/task-times.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { TaskFields, TaskStatus } from '../../domain/task/event-data.ts';
import type { Cursor, Stored } from '../../ports/documents.ts';
import type { Opener } from '../../ports/secrets.ts';
import type { RoutineDoc } from '../../projections/routine/routines.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';

/** The place of an entry in the order of results. Results of a lower group come first. */
interface Place {
  readonly group: number;
  /** The due instant in the group that is ordered by it; empty in all others. */
  readonly due_at: string;
  readonly created_at: string;
  readonly id: string;
}

/** A task or a routine, as the search holds it in memory: decrypted, with its words. */
export interface Entry extends Place {
  readonly kind: 'task' | 'routine';
  readonly title: string;
  readonly tags: readonly string[];
  /** Null: a routine. */
  readonly status: TaskStatus | null;
  readonly priority: TaskFields['priority'];
  readonly due_date: string | null;
  readonly archived: boolean;
  /** The words of the title and of each tag, and those of the description unless `isPartial` is set. */
  readonly text: string;
  /** Tags as `searchTag` gives them. */
  readonly tagKeys: readonly string[];
  readonly isDescribed: boolean;
  /** The words of the description are not in `text`, because it is long. They are read again when they are needed. */
  readonly isPartial: boolean;
  /** The position of the change from which the entry was made. */
  readonly changed_at: Position;
}

/** Longer descriptions are held only if there is room for them: those of 20,000 tasks can have 200 million characters. */
const SHORT = 1_000;

const [DATED, UNDATED, ROUTINES, CLOSED] = [0, 1, 2, 3] as const;

interface Texts {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
}

function textsOf(opener: Opener, { owner, title, description, tags }: TaskDoc | RoutineDoc): Texts {
  return {
    title: opener.openNow(owner, title)?.title ?? '',
    description: opener.openNow(owner, description)?.description ?? '',
    tags: opener.openNow(owner, tags)?.tags ?? [],
  };
}

type Words = Pick<Entry, 'title' | 'tags' | 'text' | 'tagKeys' | 'isDescribed' | 'isPartial'>;

function wordsOf({ title, description, tags }: Texts, holdsLong: boolean): Words {
  const [isDescribed, isPartial] = [description !== '', description.length > SHORT && !holdsLong];
  const words = [title, ...tags, ...(isDescribed && !isPartial ? [description] : [])].map(searchWords);
  return { title, tags, text: searchable(words), tagKeys: tags.map(searchTag), isDescribed, isPartial };
}

/**
 * The entry of a document; null if no search finds it. `opener` must be ready for the owner. `holdsLong`: the words of a long description are
 * held, too.
 */
export type EntryOf<D extends TaskDoc | RoutineDoc> = (opener: Opener, stored: Stored<D>, holdsLong: boolean) => Entry | null;

export const entryOfTask: EntryOf<TaskDoc> = (opener, { id, doc }, holdsLong) => {
  if (doc.deleted || doc.withdrawn) return null;
  const { status, priority, due_date, due_at, archived, created_at, changed_at } = doc;
  const group = !isOpen(status) ? CLOSED : due_at === null ? UNDATED : DATED;
  const place = { group, due_at: group === DATED ? (due_at ?? '') : '', created_at, id };
  return { kind: 'task', ...place, status, priority, due_date, archived, changed_at, ...wordsOf(textsOf(opener, doc), holdsLong) };
};

export const entryOfRoutine: EntryOf<RoutineDoc> = (opener, { id, doc }, holdsLong) => {
  if (doc.ended) return null;
  const { priority, created_at, changed_at } = doc;
  const place = { group: ROUTINES, due_at: '', created_at, id };
  const facts = { status: null, priority, due_date: null, archived: false, changed_at };
  return { kind: 'routine', ...place, ...facts, ...wordsOf(textsOf(opener, doc), holdsLong) };
};

/** Open tasks by due instant, then open ones without, then routines, then closed tasks, each of these with the newest first. */
export const inOrder = (a: Place, b: Place): number =>
  a.group - b.group || compare(a.due_at, b.due_at) || compare(b.created_at, a.created_at) || compare(a.id, b.id);

export const cursorOf = ({ group, due_at, created_at, id }: Place): Cursor => [group, due_at, created_at, id];

/** The place that `cursorOf` has written. */
export function placeOf([group, due_at, created_at, id]: Cursor): Place {
  return { group: Number(group), due_at: String(due_at), created_at: String(created_at), id: String(id) };
}

/** About how many characters of memory an entry needs. */
export const sizeOf = ({ text, title }: Entry): number => text.length + title.length + OBJECT;
const OBJECT = 250;
