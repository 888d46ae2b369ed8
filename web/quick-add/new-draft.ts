import { z } from 'zod';
import { clockTime, quoted, shortDate } from '../../src/contracts/words/format.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { routineBody, useNewRoutine } from '../recurrence/routine-acts.ts';
import { ruleWords } from '../recurrence/rule.ts';
import { addFaults, firstFault, NEW_DRAFT } from '../tasks/draft.ts';
import type { Draft } from '../tasks/fields.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { formatEstimate, formatTags } from '../tasks/typed.ts';
import { toast } from '../ui/toast.tsx';
import { boxLength, type Extras, extraFaults, isExtras, NO_EXTRAS } from './extras.ts';
import { type ParsedQuickAdd, parseQuickAdd } from './parse-quick-add.ts';

export type DraftFields = Omit<Draft, 'title'>;

/** Form values from the parsed text. Fields that the text does not mention are left out. */
function fieldsOf({ task }: ParsedQuickAdd): Partial<DraftFields> {
  return {
    ...(task.dueDate === null ? {} : { dueDate: task.dueDate }),
    ...(task.dueTime === null ? {} : { dueTime: task.dueTime }),
    ...(task.priority === null ? {} : { priority: task.priority }),
    ...(task.verificationType === null ? {} : { verificationType: task.verificationType }),
    ...(task.tags.length === 0 ? {} : { tags: formatTags(task.tags) }),
    ...(task.estimateMinutes === null ? {} : { estimateMinutes: formatEstimate(task.estimateMinutes) }),
  };
}

/** Fields that were set by hand win over the text. Without either there is no due date. */
export const mergedDraft = (parsed: ParsedQuickAdd, own: Partial<DraftFields>): Draft => ({
  ...NEW_DRAFT,
  ...fieldsOf(parsed),
  ...own,
  title: parsed.title,
});

export function keptByHand(own: Partial<DraftFields>, before: ParsedQuickAdd, after: ParsedQuickAdd): Partial<DraftFields> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const kept = (Object.keys(own) as (keyof DraftFields)[]).filter((name) => is[name] === undefined || is[name] === was[name]);
  return Object.fromEntries(kept.map((name) => [name, own[name]]));
}

/**
 * The text of the quick add. The fields of the resulting task are not values of this form; only their errors are stored under
 * their names.
 */
export interface TypedLine extends Partial<Draft> {
  readonly text: string;
  readonly own: Partial<DraftFields>;
  /** The keys of recognised parts that the person wants as plain text. */
  readonly plain: readonly string[];
  readonly extras: Extras;
}

/** A line for which nothing was set by hand. */
export const lineOf = (text: string): TypedLine => ({ text, own: {}, plain: [], extras: NO_EXTRAS });

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Whether the tab's storage has given back a line of this form. */
export const isTypedLine = (kept: unknown): kept is TypedLine =>
  isObject(kept) &&
  'text' in kept &&
  typeof kept.text === 'string' &&
  'own' in kept &&
  isObject(kept.own) &&
  'plain' in kept &&
  Array.isArray(kept.plain) &&
  'extras' in kept &&
  isExtras(kept.extras);

export interface ReadLine {
  readonly text: string;
  readonly parsed: ParsedQuickAdd;
  readonly draft: Draft;
  /** A routine has none. */
  readonly extras: Extras;
}

export function readTyped({ text, own, plain, extras }: TypedLine, clock: OwnerClock): ReadLine {
  const { today, now, zone } = clock;
  const parsed = parseQuickAdd(text, { today, now, zone, plain: new Set(plain), start: own.dueDate });
  return { text, parsed, draft: mergedDraft(parsed, own), extras: parsed.routine ? NO_EXTRAS : extras };
}

export const typedLine = (clock: OwnerClock) =>
  z.custom<TypedLine>().transform((typed, context) => {
    const line = readTyped(typed, clock);
    addFaults(line.draft, context);
    for (const [name, message] of extraFaults(line.extras, boxLength(line.draft), clock))
      context.addIssue({ code: 'custom', path: ['extras', name], message });
    return line;
  });

/** Describes when the task would be due and how it would repeat. */
export function understood(line: string, clock: OwnerClock): string {
  const { task, routine } = parseQuickAdd(line, clock);
  const when =
    task.dueDate === null
      ? 'No due date'
      : [shortDate(task.dueDate, clock.today), task.dueTime && clockTime(task.dueTime)].filter(Boolean).join(', ');
  return routine ? `${ruleWords(routine.rule, clock.today)}, from ${when}` : when;
}

/** Creates a task or a routine from a line of text on any screen, in the same way as the quick add. */
export function useCreateFromLine(): (line: string) => Promise<void> {
  const clock = useOwnerClock();
  const task = useNewTask();
  const routine = useNewRoutine();
  return async (line) => {
    const parsed = parseQuickAdd(line, clock);
    const draft = mergedDraft(parsed, {});
    const fault = firstFault(draft);
    if (fault) {
      toast.error(fault);
      return;
    }
    try {
      if (parsed.routine) await routine.create(routineBody(draft, parsed.routine));
      else await task.create(draft);
      toast.success(`Written down: ${quoted(draft.title)}`, { detail: understood(line, clock) });
    } catch (error) {
      toast.error(messageOf(error), { detail: 'Nothing was written.' });
    }
  };
}
