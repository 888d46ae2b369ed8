import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { uniqueTags } from '../../src/contracts/words/same-tag.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/zone.ts';
import { type Chosen, choose } from './chosen.ts';
import { type Candidate, recognise } from './recognise.ts';
import { type ParsedRoutine, routineOf } from './routine-of.ts';

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
export interface ParsedQuickAdd {
  readonly title: string;
  readonly parts: readonly RecognizedText[];
  readonly task: ParsedTask;
  /** The routine, when the text holds a rule. */
  readonly routine: ParsedRoutine | null;
  /** Why some words that look like a date, a time or a rule stay in the title; null where there are none. */
  readonly doubt: string | null;
}

/** When a text is read. `now` in milliseconds since the epoch. */
export interface ParseContext {
  readonly today: string;
  readonly now: number;
  readonly zone: string;
  /** The date that was set by hand, from which a rule counts. */
  readonly start?: string | null | undefined;
  /** The keys (`partKey`) of parts that the person wants as plain text. */
  readonly plain?: ReadonlySet<string>;
}
export const partKey = (part: Pick<RecognizedText, 'kind' | 'text'>): string => `${part.kind} ${part.text.toLowerCase()}`;

/** As what a part is shown. The end of a rule belongs to it; without a rule it is the date. */
function kindOf({ meaning: { kind } }: Candidate, hasRule: boolean): RecognizedKind {
  if (kind === 'until') return hasRule ? 'repeat' : 'date';
  if (kind === 'limit' || kind === 'unknown repeat') return 'repeat';
  if (kind === 'no time') return 'time';
  return kind === 'from' || kind === 'no day' ? 'date' : kind;
}
const isPlain = (one: Candidate, plain: ReadonlySet<string> | undefined): boolean =>
  [true, false].some((hasRule) => plain?.has(partKey({ kind: kindOf(one, hasRule), text: one.text })));

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
  const { today, now, zone, start, plain } = context;
  const { time } = localTime(now, zone);
  const inMinutes = (minutes: number) => localTime(now + minutes * 60_000, zone);
  const candidates = recognise(text, { today, time, inMinutes }).filter((one) => !isPlain(one, plain));
  const chosen = choose(candidates);
  const parts = chosen.parts.map((one) => ({ kind: kindOf(one, chosen.repeat !== null), start: one.start, end: one.end, text: one.text }));
  const routine = routineOf(chosen, start ?? null, { today, time });
  return {
    title: restOf(text, parts),
    parts,
    task: {
      dueDate: routine ? routine.firstDate : (chosen.date?.meaning.date ?? dayFor(chosen.time, today, time)),
      dueTime: chosen.time,
      ...marksOf(chosen),
    },
    routine,
    doubt: chosen.doubt,
  };
}

/** The date for a time without a date: today while the time is still ahead, else tomorrow. */
const dayFor = (time: string | null, today: string, now: string): string | null =>
  time === null ? null : time > now ? today : addDays(today, 1);

function marksOf({ marks }: Chosen): Omit<ParsedTask, 'dueDate' | 'dueTime'> {
  const meanings = marks.map(({ meaning }) => meaning);
  const tags = meanings.flatMap((one) => (one.kind === 'tag' ? [one.tag] : []));
  return {
    tags: uniqueTags(tags),
    priority: meanings.find((one) => one.kind === 'priority')?.priority ?? null,
    estimateMinutes: meanings.find((one) => one.kind === 'estimate')?.minutes ?? null,
    verificationType: meanings.find((one) => one.kind === 'proof')?.proof ?? null,
  };
}
