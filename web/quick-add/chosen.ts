import type { Candidate } from './recognise.ts';

type Of<Kind> = Candidate & { readonly meaning: Extract<Candidate['meaning'], { kind: Kind }> };
const of = <Kind extends Candidate['meaning']['kind']>(candidates: readonly Candidate[], ...kinds: Kind[]): Of<Kind>[] =>
  candidates.filter((one): one is Of<Kind> => (kinds as string[]).includes(one.meaning.kind));

/** The parts of a line that count. */
export interface Chosen {
  readonly date: Of<'date' | 'from' | 'until'> | null;
  readonly time: string | null;
  readonly repeat: Of<'repeat'> | null;
  /** Where the repetition ends. */
  readonly end: Of<'until' | 'limit' | 'from'> | null;
  readonly marks: readonly Of<'tag' | 'priority' | 'estimate' | 'proof'>[];
  /** All of them, in the order of the line. */
  readonly parts: readonly Candidate[];
  /** What was seen and not taken, and why; null: nothing. */
  readonly doubt: string | null;
}

const UNKNOWN = 'This repetition cannot be kept as a rule, so it stays in the title.';
const REPEATS = 'Two repetitions are named, so none is taken.';
const ENDS = 'The repetition ends twice, so it is not taken.';
const DAYS = 'Two days are named, so none is taken.';
const notClear = (text: string): string => `‘${text}’ names no day ahead that is clear, so it stays in the title.`;
const TIMES = 'Two times are named, so none is taken.';

const differ = (values: readonly (string | null)[]): boolean => new Set(values).size > 1;
const timeOf = ({ meaning }: Candidate): string | null => ('time' in meaning ? meaning.time : null);

/** The first of each kind but tags, of which all count. */
function marksOf(candidates: readonly Candidate[]): Chosen['marks'] {
  const marks = of(candidates, 'tag', 'priority', 'estimate', 'proof');
  return marks.filter(
    (one, index) => one.meaning.kind === 'tag' || marks.findIndex(({ meaning }) => meaning.kind === one.meaning.kind) === index,
  );
}

/** Chooses between the readings of a line. Where two are possible, none is taken, and the words stay in the title. */
export function choose(candidates: readonly Candidate[]): Chosen {
  const marks = marksOf(candidates);
  const none = { date: null, time: null, repeat: null, end: null, marks, parts: marks };
  const [repeat = null, another] = of(candidates, 'repeat');
  if (of(candidates, 'unknown repeat').length > 0) return { ...none, doubt: UNKNOWN };
  if (another) return { ...none, doubt: REPEATS };

  const ends =
    repeat === null ? [] : [...of(candidates, 'until', 'limit'), ...of(candidates, 'from').filter(({ meaning }) => meaning.until)];
  if (ends.length > 1) return { ...none, doubt: ENDS };

  // Without a repetition 'until friday' is when it is due, and 'from friday' says nothing about that.
  const days: readonly Of<'date' | 'from' | 'until'>[] = repeat === null ? of(candidates, 'date', 'until') : of(candidates, 'date', 'from');
  if (differ(days.map(({ meaning }) => meaning.date))) return { ...none, doubt: DAYS };

  // A time beside a day that is not clear is not one of today.
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
