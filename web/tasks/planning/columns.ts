import type { Span } from './span.ts';

/** A box that overlaps with others stands in one of several columns of the same width. */
export interface Column {
  readonly index: number;
  readonly of: number;
}

/** One column for each span, in the order that is given. The spans must be ordered by their beginning. */
export function columnsOf(spans: readonly Span[]): readonly Column[] {
  const columns: { index: number; of: number }[] = [];
  /** Where the boxes of each column end, in the present group of boxes that overlap. */
  let ends: number[] = [];
  let group: { index: number; of: number }[] = [];
  for (const { start, end } of spans) {
    if (ends.every((one) => one <= start)) {
      ends = [];
      group = [];
    }
    const free = ends.findIndex((one) => one <= start);
    const index = free === -1 ? ends.length : free;
    ends[index] = end;
    const column = { index, of: ends.length };
    group.push(column);
    for (const one of group) one.of = ends.length;
    columns.push(column);
  }
  return columns;
}

/** The spans in which two boxes or more share the time. */
export function sharedSpans(spans: readonly Span[]): readonly Span[] {
  const shared: { start: number; end: number }[] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const to = Math.min(until, end);
    const last = shared.at(-1);
    if (to > start && last && start <= last.end) last.end = Math.max(last.end, to);
    else if (to > start) shared.push({ start, end: to });
    until = Math.max(until, end);
  }
  return shared;
}
