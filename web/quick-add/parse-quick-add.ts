import { sentence } from '../../src/contracts/words/isolated.ts';
import { addDays, comingWeekday, monthsLater } from '../../src/contracts/words/phrases/days.ts';
import { uniqueTags } from '../../src/contracts/words/spelling.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/calendar.ts';
import { type Ending, type PlainRule, ruleFrom } from '../recurrence/rule.ts';
import { nextDates } from '../recurrence/rule-dates.ts';
import { type Candidate, recognise } from './marks.ts';

type Of<Kind> = Candidate & { readonly meaning: Extract<Candidate['meaning'], { kind: Kind }> };
const of = <Kind extends Candidate['meaning']['kind']>(candidates: readonly Candidate[], ...kinds: Kind[]): Of<Kind>[] =>
  candidates.filter((one): one is Of<Kind> => (kinds as string[]).includes(one.meaning.kind));

/** The readings of a line that were chosen. */
export interface Chosen {
  readonly date: Of<'date' | 'from' | 'until'> | null;
  readonly time: string | null;
  readonly repeat: Of<'repeat'> | null;
  /** The end of the repetition. */
  readonly end: Of<'until' | 'limit' | 'from'> | null;
  readonly marks: readonly Of<'tag' | 'priority' | 'estimate' | 'proof'>[];
  /** In the order of the line. */
  readonly parts: readonly Candidate[];
  /** Why some words were not used, or null. */
  readonly doubt: string | null;
}

const UNKNOWN = 'This repetition cannot be kept as a rule, so it stays in the title.';
const REPEATS = 'Two repetitions are named, so none is taken.';
const ENDS = 'The repetition ends twice, so it is not taken.';
const DAYS = 'Two days are named, so none is taken.';
const notClear = (text: string): string => sentence`‘${text}’ names no day ahead that is clear, so it stays in the title.`;
const TIMES = 'Two times are named, so none is taken.';

const differ = (values: readonly (string | null)[]): boolean => new Set(values).size > 1;
const timeOf = ({ meaning }: Candidate): string | null => ('time' in meaning ? meaning.time : null);

/** The first sign of each kind, but all tags. */
function marksOf(candidates: readonly Candidate[]): Chosen['marks'] {
  const marks = of(candidates, 'tag', 'priority', 'estimate', 'proof');
  return marks.filter(
    (one, index) => one.meaning.kind === 'tag' || marks.findIndex(({ meaning }) => meaning.kind === one.meaning.kind) === index,
  );
}

/** Chooses between the readings of a line. If two are possible, it takes neither, and the words stay in the title. */
function choose(candidates: readonly Candidate[]): Chosen {
  const marks = marksOf(candidates);
  const none = { date: null, time: null, repeat: null, end: null, marks, parts: marks };
  const [repeat = null, another] = of(candidates, 'repeat');
  if (of(candidates, 'unknown repeat').length > 0) return { ...none, doubt: UNKNOWN };
  if (another) return { ...none, doubt: REPEATS };

  const ends =
    repeat === null ? [] : [...of(candidates, 'until', 'limit'), ...of(candidates, 'from').filter(({ meaning }) => meaning.until)];
  if (ends.length > 1) return { ...none, doubt: ENDS };

  // Without a repetition 'until friday' is the due date, and 'from friday' is not.
  const days: readonly Of<'date' | 'from' | 'until'>[] = repeat === null ? of(candidates, 'date', 'until') : of(candidates, 'date', 'from');
  if (differ(days.map(({ meaning }) => meaning.date))) return { ...none, doubt: DAYS };

  // A time next to an unclear day must not be read as a time today.
  const [unclear] = of(candidates, 'no day', ...(repeat === null ? (['from'] as const) : []));
  if (unclear && days.length === 0) return { ...none, doubt: notClear(unclear.text) };

  const timed = candidates.filter((one) => timeOf(one) !== null);
  const isTorn = differ(timed.map(timeOf));
  const kept = <One extends Candidate>(all: readonly One[]): One[] => (isTorn ? all.filter((one) => timeOf(one) === null) : [...all]);
  const [date = null] = kept(days);
  const [rule = null] = kept(repeat ? [repeat] : []);
  if (repeat && !rule) return { ...none, doubt: TIMES };
  const parts = new Set<Candidate>([...marks, ...kept(days), ...kept(timed), ...(rule ? [rule, ...ends] : [])]);
  return {
    date,
    time: isTorn || !timed[0] ? null : timeOf(timed[0]),
    repeat: rule,
    end: ends[0] ?? null,
    marks,
    parts: [...parts].sort((a, b) => a.start - b.start),
    doubt: isTorn ? TIMES : null,
  };
}

export interface ParsedRoutine {
  readonly rule: PlainRule;
  readonly startDate: string;
  /** The first due date. Null: the rule gives none. */
  readonly firstDate: string | null;
}

interface Now {
  readonly today: string;
  /** `HH:MM` */
  readonly time: string;
}

/** `start` is the date that was set by hand. */
function routineOf({ repeat, date, time, end }: Chosen, start: string | null, now: Now): ParsedRoutine | null {
  if (repeat === null) return null;
  const { first, repeat: parts } = repeat.meaning;
  const startDate = start ?? date?.meaning.date ?? first ?? beginning(parts.weekdays, time, now);
  const endless = ruleFrom(startDate, parts);
  const firstDate = nextDates(endless, startDate, startDate, 1)[0] ?? null;
  const rule = { ...endless, ends: endingOf(end, firstDate ?? startDate) };
  return { rule, startDate, firstDate: nextDates(rule, startDate, startDate, 1)[0] ?? null };
}

/** Today, or the next possible day if the time has already passed today. */
function beginning(weekdays: readonly number[] | undefined, time: string | null, now: Now): string {
  if (time === null || time > now.time) return now.today;
  return weekdays?.map((day) => comingWeekday(now.today, day)).sort()[0] ?? addDays(now.today, 1);
}

function endingOf(end: Chosen['end'], first: string): Ending {
  if (end === null) return { kind: 'never' };
  if (end.meaning.kind === 'until') return { kind: 'until', date: end.meaning.date };
  if (end.meaning.kind === 'from') return end.meaning.until === null ? { kind: 'never' } : { kind: 'until', date: end.meaning.until };
  const { limit } = end.meaning;
  if ('times' in limit) return { kind: 'count', count: limit.times };
  const { days, months } = limit.span;
  return { kind: 'until', date: addDays(months > 0 ? monthsLater(first, months) : addDays(first, days), -1) };
}

export type RecognizedKind = 'date' | 'time' | 'repeat' | 'tag' | 'priority' | 'estimate' | 'proof';

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
  /** Null: the text contains no rule. */
  readonly routine: ParsedRoutine | null;
  /** Why words that look like a date, a time or a rule stay in the title. Null: there are none. */
  readonly doubt: string | null;
}

/** `now` is in milliseconds since the epoch. */
export interface ParseContext {
  readonly today: string;
  readonly now: number;
  readonly zone: string;
  /** The date that was set by hand, at which a rule starts. */
  readonly start?: string | null | undefined;
  /** The keys (`partKey`) of parts that the person wants as plain text. */
  readonly plain?: ReadonlySet<string>;
}
export const partKey = (part: Pick<RecognizedText, 'kind' | 'text'>): string => `${part.kind} ${part.text.toLowerCase()}`;

/** The end of a rule is shown as part of the rule. Without a rule it is the date. */
function kindOf({ meaning: { kind } }: Candidate, hasRule: boolean): RecognizedKind {
  if (kind === 'until') return hasRule ? 'repeat' : 'date';
  if (kind === 'limit' || kind === 'unknown repeat') return 'repeat';
  if (kind === 'no time') return 'time';
  return kind === 'from' || kind === 'no day' ? 'date' : kind;
}
const isPlain = (one: Candidate, plain: ReadonlySet<string> | undefined): boolean =>
  [true, false].some((hasRule) => plain?.has(partKey({ kind: kindOf(one, hasRule), text: one.text })));

/** The remaining text is the title. */
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
 * Parses a line into a task, and into a routine if it contains a rule. Text without another meaning becomes the title. Never
 * throws.
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
      ...meaningsOf(chosen),
    },
    routine,
    doubt: chosen.doubt,
  };
}

/** Today if the time has not passed yet, otherwise tomorrow. */
const dayFor = (time: string | null, today: string, now: string): string | null =>
  time === null ? null : time > now ? today : addDays(today, 1);

function meaningsOf({ marks }: Chosen): Omit<ParsedTask, 'dueDate' | 'dueTime'> {
  const meanings = marks.map(({ meaning }) => meaning);
  const tags = meanings.flatMap((one) => (one.kind === 'tag' ? [one.tag] : []));
  return {
    tags: uniqueTags(tags),
    priority: meanings.find((one) => one.kind === 'priority')?.priority ?? null,
    estimateMinutes: meanings.find((one) => one.kind === 'estimate')?.minutes ?? null,
    verificationType: meanings.find((one) => one.kind === 'proof')?.proof ?? null,
  };
}
