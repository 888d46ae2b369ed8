import { Buffer } from 'node:buffer';
import type { KeptResult } from '../../domain/coding/event-data.ts';
import type { ExampleResult } from '../../ports/sandbox.ts';

/** The most bytes of JSON that the results of an attempt may take in its event. The log accepts events up to 1 MiB. */
const MOST_BYTES = 200_000;
const CUT = '\n[The rest was cut: there is no room for more with this attempt.]';

const sizeOf = (text: string | null): number => (text === null ? 4 : Buffer.byteLength(JSON.stringify(text)));

/** The beginning of a text that takes at most `bytes` as JSON, with a note that there was more. */
function fitting(text: string, bytes: number): string {
  let length = Math.min(text.length, Math.max(0, bytes));
  while (length > 0 && sizeOf(text.slice(0, length).toWellFormed()) > bytes) length = Math.floor(length * 0.75);
  return text.slice(0, length).toWellFormed() + CUT;
}

/**
 * Shortens the results of an attempt for storage. It cuts the longest parts first, so that short results stay complete even if others are
 * very long.
 */
export function keptResults(results: readonly ExampleResult[]): readonly KeptResult[] {
  const kept = results.map(({ actual, passed, output, ms, error }) => ({
    actual,
    passed,
    output: output === actual ? null : output,
    ms,
    error,
  }));
  const sizes = kept.flatMap(({ actual, output, error }) => [sizeOf(actual), sizeOf(output), sizeOf(error)]);
  const bound = boundFor(sizes);
  // A text is never shorter as JSON, so most texts need not be converted to find out.
  const fits = (text: string): boolean => text.length <= bound && sizeOf(text) <= bound;
  const cut = (text: string | null): string | null => (text === null || fits(text) ? text : fitting(text, bound));
  return kept.map((result) => ({ ...result, actual: cut(result.actual), output: cut(result.output), error: cut(result.error) }));
}

/** The largest limit for one part with which all parts together fit. */
function boundFor(sizes: readonly number[]): number {
  let left = MOST_BYTES;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
