import { showsNothing, uniqueTags } from '../../src/contracts/words/spelling.ts';
import type { NewTask, Task } from '../api/tasks.ts';

/** A task as a form holds it. Every field may be incomplete. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly dueDate: string | null;
  readonly dueTime: string | null;
  readonly priority: Task['priority'];
  readonly verificationType: Task['verificationType'];
  /** What is asked for as proof. */
  readonly proofRequirement: string;
  /** The tags as typed: words with or without '#', separated by spaces or commas. */
  readonly tags: string;
  /** The estimate as typed: '45', '45m', '1h 30m' or '1:30'. */
  readonly estimate: string;
  /** The partner who is chosen to judge the proof; null: the first one. */
  readonly partnerId: string | null;
}

export const NEW_DRAFT: Draft = {
  title: '',
  description: '',
  dueDate: null,
  dueTime: null,
  priority: 'none',
  verificationType: 'none',
  proofRequirement: '',
  tags: '',
  estimate: '',
  partnerId: null,
};

export type DraftFaults = Partial<Record<keyof Draft, string>>;

/** Parses tags. They are separated by commas if there is one, else by spaces. Of those that differ in case alone the first counts. */
export function parseTags(typed: string): string[] {
  const parts = typed.includes(',') ? typed.split(',') : typed.split(/\s+/);
  return uniqueTags(
    parts
      .map((part) =>
        part
          .normalize('NFC')
          .trim()
          .replace(/^[#＃]+/, '')
          .trim(),
      )
      .filter((tag) => !showsNothing(tag)),
  );
}

/** Tags as text that `parseTags` reads back. */
export const formatTags = (tags: readonly string[]): string =>
  tags.some((tag) => /\s/.test(tag)) ? tags.map((tag) => `${tag},`).join(' ') : tags.map((tag) => `#${tag}`).join(' ');

/** Parses an estimate. Gives minutes, null for an empty text, or 'wrong' when it cannot be read. */
export function parseEstimate(typed: string): number | null | 'wrong' {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text);
  const words = /^(?:(\d{1,2}(?:\.\d)?)\s*h(?:ours?)?)?\s*(?:(\d{1,4})\s*(?:m(?:in(?:utes?)?)?)?)?$/.exec(text);
  const minutes = clock
    ? Number(clock[1]) * 60 + Number(clock[2])
    : words
      ? Math.round(Number(words[1] ?? 0) * 60) + Number(words[2] ?? 0)
      : 0;
  return minutes >= 1 && minutes <= 1_440 ? minutes : 'wrong';
}

export const formatEstimate = (minutes: number | null): string =>
  minutes === null
    ? ''
    : minutes < 60
      ? `${minutes} min`
      : minutes % 60 === 0
        ? `${minutes / 60} h`
        : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const draftOf = (task: Task): Draft => ({
  title: task.title,
  description: task.description ?? '',
  dueDate: task.dueDate,
  dueTime: task.dueTime,
  priority: task.priority,
  verificationType: task.verificationType,
  proofRequirement: task.proofRequirement ?? '',
  tags: formatTags(task.tags),
  estimate: formatEstimate(task.estimateMinutes),
  partnerId: task.partnerId,
});

const length = (text: string): number => [...text].length;

/** What is wrong with a draft, by field. The server checks again. */
export function faultsOf(draft: Draft): DraftFaults {
  const tags = parseTags(draft.tags);
  return {
    ...(showsNothing(draft.title)
      ? { title: 'Title is required.' }
      : length(draft.title.trim()) > 200
        ? { title: 'At most 200 characters.' }
        : {}),
    ...(length(draft.description) > 10_000 ? { description: 'At most 10,000 characters.' } : {}),
    ...(length(draft.proofRequirement) > 2_000 ? { proofRequirement: 'At most 2,000 characters.' } : {}),
    ...(draft.dueTime !== null && draft.dueDate === null ? { dueTime: 'A due time needs a due date.' } : {}),
    ...(tags.length > 20
      ? { tags: 'At most 20 tags.' }
      : tags.some((tag) => length(tag) > 50)
        ? { tags: 'A tag has at most 50 characters.' }
        : {}),
    ...(parseEstimate(draft.estimate) === 'wrong' ? { estimate: "Minutes from 1 to 1,440. Try '45' or '1 h 30 min'." } : {}),
  };
}

/** A task with every field that its owner can change, as a request sends it. */
export type TaskBody = Required<Omit<NewTask, 'parentId'>>;

/** The body of a request for a draft without faults. */
export function bodyOf(draft: Draft): TaskBody {
  const estimate = parseEstimate(draft.estimate);
  const { title, tags, proofRequirement, estimate: _, ...rest } = draft;
  return {
    ...rest,
    title: title.trim(),
    proofRequirement: proofRequirement.trim() || null,
    tags: parseTags(tags),
    estimateMinutes: estimate === 'wrong' ? null : estimate,
  };
}

/** The fields that differ. Only these are sent, so that an edit does not overwrite what others wrote to other fields. */
export function changesOf(before: TaskBody, after: TaskBody): Partial<TaskBody> {
  const names = (Object.keys(after) as (keyof TaskBody)[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}

/** The field of the form for a field of the server; null if the form has none. */
function fieldOf(name: string): keyof Draft | null {
  if (name === 'estimateMinutes') return 'estimate';
  return Object.hasOwn(NEW_DRAFT, name) ? (name as keyof Draft) : null;
}

/** The server's error messages by the field of the form. Messages for unknown fields are shown with the title. */
export function serverFaults(errors: Readonly<Record<string, readonly string[]>>): DraftFaults {
  const faults: Partial<Record<keyof Draft, string>> = {};
  for (const [name, sentences] of Object.entries(errors)) {
    const field = fieldOf(name.split('.')[0] ?? '') ?? 'title';
    faults[field] = [faults[field], ...sentences].filter(Boolean).join(' ');
  }
  return faults;
}
