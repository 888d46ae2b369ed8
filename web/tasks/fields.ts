import { dayWord, dueTimeWords, duration } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { NewRoutine } from '../api/routines.ts';
import type { NewTask, Task } from '../api/tasks.ts';
import { PRIORITY_WORDS, PROOF_WORDS } from './state.ts';
import { formatEstimate, formatTags, parseEstimate, parseTags, tagsFault } from './typed.ts';

export type TaskBody = Required<Omit<NewTask, 'parentId'>>;
export type FieldName = keyof TaskBody;

/** One line of text, several lines, or a choice. Null: `task-fields.tsx` has a special control. */
export type TaskControl =
  | { readonly kind: 'line'; readonly placeholder: string; readonly autoCapitalize?: 'none' }
  | { readonly kind: 'lines' }
  | { readonly kind: 'choice'; readonly words: Readonly<Record<string, string>> }
  | null;

/** Describes one field of a task for the screens. `Typed`: the type of its value in a form. */
interface TaskField<Name extends FieldName, Typed> {
  readonly label: string;
  readonly note?: string;
  readonly part: 'title' | 'due' | 'more' | 'judge' | 'notes';
  readonly control: TaskControl;
  /** Whether routines have the field, too. */
  readonly inRoutine: Name extends keyof NewRoutine ? true : false;
  /** Only for tasks with proof. */
  readonly isOfProof?: true;
  readonly empty: Typed;
  readonly read: (value: Task[Name]) => Typed;
  /** Converts the typed value for the request. The result is not sent if `fault` refuses the value. */
  readonly write: (typed: Typed) => TaskBody[Name];
  /**
   * An error that only the typed text can have. The schema of the call checks everything else, and its messages are not
   * repeated here.
   */
  readonly fault?: (typed: Typed) => string | null;
  /** Formats a value for the comparison in a conflict. */
  readonly say: (value: TaskBody[Name] | undefined, today: string) => string;
  /**
   * The value among the facts of a task. Null: it is not shown. If the function is missing, the field is shown elsewhere, or by
   * a component in `web/todo/task-facts.tsx`.
   */
  readonly fact?: (value: Task[Name]) => string | null;
}

const field = <Name extends FieldName, Typed = TaskBody[Name]>(declared: TaskField<Name, Typed>): TaskField<Name, Typed> => declared;

const as = <T>(value: T): T => value;

function sayText(value: string | null = ''): string {
  const letters = [...(value ?? '')];
  return letters.length === 0 ? 'empty' : sentence`‘${letters.slice(0, 60).join('')}${letters.length > 60 ? '…' : ''}’`;
}

/** In the order of the forms. Forms, conflicts, facts and stored drafts are all made from this list. */
export const TASK_FIELDS = {
  title: field<'title'>({
    label: 'Title',
    part: 'title',
    inRoutine: true,
    control: null,
    empty: '',
    read: as,
    write: (typed) => typed.trim(),
    say: sayText,
  }),
  description: field<'description', string>({
    label: 'Notes',
    part: 'notes',
    inRoutine: true,
    control: { kind: 'lines' },
    empty: '',
    read: (value) => value ?? '',
    write: as,
    say: sayText,
  }),
  dueDate: field<'dueDate'>({
    label: 'Due',
    part: 'due',
    inRoutine: false,
    control: null,
    empty: null,
    read: as,
    write: as,
    say: (value, today) => (value ? dayWord(value, today) : 'no date'),
  }),
  dueTime: field<'dueTime'>({
    label: 'Time',
    part: 'due',
    inRoutine: true,
    control: null,
    empty: null,
    read: as,
    write: as,
    say: (value) => dueTimeWords(value ?? null),
  }),
  priority: field<'priority'>({
    label: 'Priority',
    part: 'more',
    inRoutine: true,
    control: { kind: 'choice', words: PRIORITY_WORDS },
    empty: 'none',
    read: as,
    write: as,
    say: (value) => PRIORITY_WORDS[value ?? 'none'].toLowerCase(),
  }),
  verificationType: field<'verificationType'>({
    label: 'Proof',
    part: 'more',
    inRoutine: true,
    control: { kind: 'choice', words: PROOF_WORDS },
    empty: 'none',
    read: as,
    write: as,
    say: (value) => PROOF_WORDS[value ?? 'none'].toLowerCase(),
  }),
  proofRequirement: field<'proofRequirement', string>({
    label: 'Proof asked for',
    note: 'optional',
    part: 'more',
    inRoutine: true,
    control: { kind: 'line', placeholder: 'Link to the merged PR' },
    isOfProof: true,
    empty: '',
    read: (value) => value ?? '',
    write: (typed) => typed.trim() || null,
    say: sayText,
  }),
  /** As typed: '45', '45m', '1h 30m' or '1:30'. */
  estimateMinutes: field<'estimateMinutes', string>({
    label: 'Estimate',
    part: 'more',
    inRoutine: true,
    control: { kind: 'line', placeholder: '45 min' },
    empty: '',
    read: formatEstimate,
    write: (typed) => {
      const minutes = parseEstimate(typed);
      return minutes === 'wrong' ? null : minutes;
    },
    fault: (typed) => (parseEstimate(typed) === 'wrong' ? "Minutes from 1 to 1,440. Try '45' or '1 h 30 min'." : null),
    say: (value) => (value ? duration(value) : 'none'),
    fact: (value) => (value === null ? null : duration(value)),
  }),
  /** As typed: words with or without '#', separated by spaces or commas. */
  tags: field<'tags', string>({
    label: 'Tags',
    part: 'more',
    inRoutine: true,
    control: { kind: 'line', placeholder: '#work #review', autoCapitalize: 'none' },
    empty: '',
    read: formatTags,
    write: parseTags,
    fault: tagsFault,
    say: (value) => value?.map((tag) => `#${tag}`).join(' ') || 'no tags',
  }),
  /** Null: the first partner judges. */
  partnerId: field<'partnerId'>({
    label: 'Judged by',
    part: 'judge',
    inRoutine: false,
    control: null,
    isOfProof: true,
    empty: null,
    read: as,
    write: as,
    say: (value) => (value ? 'another partner' : 'your first partner'),
  }),
} as const satisfies { readonly [Name in FieldName]: object };

/** Every field may be incomplete. */
export type Draft = { readonly [Name in FieldName]: ReturnType<(typeof TASK_FIELDS)[Name]['read']> };

export const FIELD_NAMES = Object.keys(TASK_FIELDS) as FieldName[];
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(TASK_FIELDS, name);

/** Without its precise types, for code that treats all fields alike. */
export const fieldNamed = (name: FieldName) => TASK_FIELDS[name] as unknown as TaskField<FieldName, unknown>;

export const fieldsIn = (part: TaskField<FieldName, unknown>['part']): FieldName[] =>
  FIELD_NAMES.filter((name) => fieldNamed(name).part === part);
