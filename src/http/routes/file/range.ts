import { Refusal } from '../../kernel/problems.ts';

/** The bytes from `from` up to and without `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The range that a header asks for; null: the whole file, also for a header that is not understood or asks for several ranges.
 * @throws Refusal 416 if the file has none of the bytes
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (from >= to)
    throw new Refusal(416, 'range_not_satisfiable', `The file has ${size} bytes.`, { headers: { 'Content-Range': `bytes */${size}` } });
  return { from, to };
}
