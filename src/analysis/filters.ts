import type { EventHead } from './disclosure.ts';
import { AnalysisRefused } from './refused.ts';

/** The options by which events are chosen, as they were typed. */
export interface FilterOptions {
  readonly from?: string;
  readonly until?: string;
  /** Of a replay: the same as `until`. */
  readonly asOf?: string;
  readonly after?: string;
  readonly type?: readonly string[];
  readonly person?: string;
  readonly stream?: string;
}

export interface Filters {
  /** Instants by `recorded_at`, UTC with milliseconds: `from` is included, `until` is not. Null: no limit. */
  readonly from: string | null;
  readonly until: string | null;
  /** The id of the event after which the chosen ones begin. */
  readonly after: string | null;
  /** Public names. Null: all. */
  readonly types: ReadonlySet<string> | null;
  readonly person: string | null;
  readonly stream: string | null;
}

/**
 * Checks the options.
 * @param known the public names of all events
 * @throws AnalysisRefused for an instant that cannot be read, for reversed instants, and for an unknown type
 */
export function filtersFrom(options: FilterOptions, known: ReadonlySet<string>): Filters {
  const from = options.from === undefined ? null : instantOf('--from', options.from);
  const until = earliest(
    options.until === undefined ? null : instantOf('--until', options.until),
    options.asOf === undefined ? null : instantOf('--as-of', options.asOf),
  );
  if (from !== null && until !== null && until < from)
    throw new AnalysisRefused(`${options.until === undefined ? '--as-of' : '--until'} is before --from. Exchange them.`);
  for (const type of options.type ?? []) if (!known.has(type)) throw new AnalysisRefused(unknownType(type, known));
  return {
    from,
    until,
    after: options.after ?? null,
    types: options.type === undefined || options.type.length === 0 ? null : new Set(options.type),
    person: options.person ?? null,
    stream: options.stream ?? null,
  };
}

const earliest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

const LIKE_THIS = 'Give an instant with its offset, such as 2026-01-31T00:00:00Z.';
const FOUR_DIGITS = /^\d{4}-/;
const NS_PER_MS = 1_000_000n;

/**
 * The instant in UTC with milliseconds, as events have it. One between two milliseconds becomes the later one, which chooses the same events.
 * @throws AnalysisRefused
 */
function instantOf(option: string, text: string): string {
  try {
    const { epochNanoseconds } = Temporal.Instant.from(text);
    const instant = new Date(Number((epochNanoseconds + NS_PER_MS - 1n) / NS_PER_MS)).toISOString();
    if (FOUR_DIGITS.test(instant)) return instant;
  } catch {
    // An invalid value throws the same error as a malformed one.
  }
  throw new AnalysisRefused(`${option} cannot be read: ${text}. ${LIKE_THIS}`);
}

function unknownType(type: string, known: ReadonlySet<string>): string {
  const [subject = ''] = type.split('.');
  const similar = [...known].filter((name) => name.startsWith(`${subject}.`));
  const names = similar.length > 0 ? ` There are: ${similar.join(', ')}.` : ' docs/events.md lists all types by their public names.';
  return `There is no event of the type ${type}.${names}`;
}

export const isInTime = ({ from, until }: Filters, recordedAt: string): boolean =>
  (from === null || recordedAt >= from) && (until === null || recordedAt < until);

/** Other names of the person and the stream by which they may be asked for, besides those that are shown. */
export interface OwnNames {
  readonly account: string | null;
  readonly stream: string;
}

/** Whether an event was asked for. Both the shown name and the own name of a person or a stream find it. */
export function isChosen(filters: Filters, event: EventHead, own: OwnNames | null): boolean {
  const { types, person, stream } = filters;
  return (
    isInTime(filters, event.recorded_at) &&
    (types === null || types.has(event.type)) &&
    (person === null || person === event.person || person === own?.account) &&
    (stream === null || stream === event.stream || stream === own?.stream)
  );
}
