import type { Task } from '../api/tasks.ts';
import { addDays } from '../lib/calendar.ts';
import { localTime } from '../lib/zone.ts';
import type { PlainRule } from '../recurrence/rule.ts';
import { nextDates } from '../recurrence/rule-dates.ts';
import { parseEstimate } from '../tasks/draft.ts';
import { END, type Found, findDate, findSoon, findTime, type TextContext } from './parse-quick-add-date.ts';
import { findRule, type Repeat } from './parse-quick-add-rule.ts';

export type RecognizedKind = 'date' | 'time' | 'repeat' | 'tag' | 'priority' | 'estimate' | 'proof';

/** A part of the text that has a meaning, with its position. */
export interface RecognizedText {
  readonly kind: RecognizedKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface ParsedTask {
  readonly dueDate: string | null;
  readonly dueTime: string | null;
  readonly tags: readonly string[];
  readonly priority: Task['priority'] | null;
  readonly estimateMinutes: number | null;
  readonly verificationType: Task['verificationType'] | null;
}
export interface ParsedRoutine {
  readonly rule: PlainRule;
  readonly startDate: string;
  /** The first date on which it is due, or null when the rule gives none. */
  readonly firstDate: string | null;
}
export interface ParsedQuickAdd {
  readonly title: string;
  readonly parts: readonly RecognizedText[];
  readonly task: ParsedTask;
  /** The routine, when the text holds a rule. */
  readonly routine: ParsedRoutine | null;
}

export interface ParseContext extends TextContext {
  /** The date that was set by hand, from which a rule counts. */
  readonly start?: string | null | undefined;
  /** The keys (`partKey`) of parts that the person wants as plain text. */
  readonly plain?: ReadonlySet<string>;
}
export const partKey = (part: Pick<RecognizedText, 'kind' | 'text'>): string => `${part.kind} ${part.text.toLowerCase()}`;

type Value =
  | { kind: 'date'; date: string; time?: string }
  | { kind: 'time'; time: string }
  | { kind: 'repeat'; repeat: Repeat }
  | { kind: 'tag'; tag: string }
  | { kind: 'priority'; priority: Task['priority'] }
  | { kind: 'estimate'; minutes: number }
  | { kind: 'proof'; proof: Task['verificationType'] };

const TAG = new RegExp(String.raw`^#([\p{L}\p{N}_][\p{L}\p{N}_/-]{0,49})${END}`, 'u');
const PRIORITY = new RegExp(`^p([1-3])${END}`, 'i');
const ESTIMATE = new RegExp(String.raw`^~(\d{1,2}:[0-5]\d|\d{1,2}(?:\.\d)?h(?:\d{1,2}m?)?|\d{1,4}(?:m|min)?)${END}`, 'i');
const PROOF = new RegExp(`^!proof(?: (email|mail|coding|code|system design|system_design|design|general))?${END}`, 'i');
const PROOFS: Readonly<Record<string, Task['verificationType']>> = {
  email: 'email',
  mail: 'email',
  coding: 'coding',
  code: 'coding',
  'system design': 'system_design',
  system_design: 'system_design',
  design: 'system_design',
  general: 'general',
};
const PRIORITIES = { 1: 'high', 2: 'medium', 3: 'low' } as const;

const as = <T>(found: Found<T> | null, value: (found: T) => Value): Found<Value> | null =>
  found && { length: found.length, value: value(found.value) };
function matched(pattern: RegExp, rest: string, value: (group: string) => Value | null): Found<Value> | null {
  const found = pattern.exec(rest);
  const read = found && value(found[1] ?? '');
  return found && read ? { length: found[0].length, value: read } : null;
}

function minutesOf(typed: string): number | null {
  const minutes = parseEstimate(typed.replace(/^(\d+(?:\.\d)?h)(\d+)$/i, '$1 $2m'));
  return typeof minutes === 'number' ? minutes : null;
}

/** The part at the start of the text, or null. */
function findAt(rest: string, context: ParseContext): Found<Value> | null {
  return (
    as(findRule(rest, context), (repeat) => ({ kind: 'repeat', repeat })) ??
    as(findSoon(rest, context), ({ date, time }) => ({ kind: 'date', date, time })) ??
    as(findDate(rest, context), (date) => ({ kind: 'date', date })) ??
    as(findTime(rest), (time) => ({ kind: 'time', time })) ??
    matched(TAG, rest, (tag) => ({ kind: 'tag', tag })) ??
    matched(PRIORITY, rest, (level) => ({ kind: 'priority', priority: PRIORITIES[Number(level) as 1 | 2 | 3] })) ??
    matched(ESTIMATE, rest, (typed) => {
      const minutes = minutesOf(typed);
      return minutes === null ? null : { kind: 'estimate', minutes };
    }) ??
    matched(PROOF, rest, (kind) => ({ kind: 'proof', proof: PROOFS[kind.toLowerCase()] ?? 'general' }))
  );
}

/** Longer texts are not parsed: all of it is the title. */
const LONGEST = 1_000;

/** The parts of a text in their order: the first of each kind, and all tags. */
function partsOf(text: string, context: ParseContext): { readonly part: RecognizedText; readonly value: Value }[] {
  const found: { part: RecognizedText; value: Value }[] = [];
  const taken = new Set<RecognizedKind>();
  if (text.length > LONGEST) return found;
  for (let at = 0; at < text.length; ) {
    if (at > 0 && !/\s/.test(text.charAt(at - 1))) {
      at += 1;
      continue;
    }
    const one = findAt(text.slice(at), context);
    const part = one && { kind: one.value.kind, start: at, end: at + one.length, text: text.slice(at, at + one.length) };
    const timed = one?.value.kind === 'date' && one.value.time !== undefined;
    if (!one || !part || taken.has(part.kind) || (timed && taken.has('time')) || context.plain?.has(partKey(part))) {
      at += 1;
      continue;
    }
    found.push({ part, value: one.value });
    if (part.kind !== 'tag') taken.add(part.kind);
    if (timed) taken.add('time');
    at = part.end;
  }
  return found;
}

/** The text without its parts, which is the title. */
export function restOf(text: string, parts: readonly RecognizedText[]): string {
  let rest = '';
  let at = 0;
  for (const part of parts) {
    rest += `${text.slice(at, part.start)} `;
    at = part.end;
  }
  return (rest + text.slice(at))
    .replace(/\s+([,;.!?)](?:\s|$))/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Parses a line of the quick add into a task, and a routine when it holds a rule. The text that has no other meaning is the
 * title. Never throws.
 */
export function parseQuickAdd(text: string, context: ParseContext): ParsedQuickAdd {
  const found = partsOf(text, context);
  const parts = found.map(({ part }) => part);
  const values = found.map(({ value }) => value);
  const of = <K extends RecognizedKind>(kind: K) => values.find((value): value is Extract<Value, { kind: K }> => value.kind === kind);
  const date = of('date');
  const time = date?.time ?? of('time')?.time ?? null;
  const repeat = of('repeat')?.repeat ?? null;
  const routine = repeat && routineOf(repeat, date?.date ?? null, context);
  const tags = [...new Set(values.flatMap((value) => (value.kind === 'tag' ? [value.tag] : [])))];
  return {
    title: restOf(text, parts),
    parts,
    task: {
      dueDate: routine ? routine.firstDate : (date?.date ?? (time === null ? null : dayFor(time, context))),
      dueTime: time,
      tags,
      priority: of('priority')?.priority ?? null,
      estimateMinutes: of('estimate')?.minutes ?? null,
      verificationType: of('proof')?.proof ?? null,
    },
    routine,
  };
}

/** The date for a time without a date: today while the time is still ahead, else tomorrow. */
const dayFor = (time: string, { today, now, zone }: TextContext): string => (time > localTime(now, zone).time ? today : addDays(today, 1));

function routineOf(repeat: Repeat, date: string | null, { today, start }: ParseContext): ParsedRoutine {
  const startDate = start ?? date ?? repeat.first ?? today;
  const rule = repeat.rule(startDate);
  return { rule, startDate, firstDate: nextDates(rule, startDate, startDate, 1)[0] ?? null };
}
