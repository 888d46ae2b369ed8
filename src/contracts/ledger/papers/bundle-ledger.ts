import { z } from 'zod';
import { canonical, isCanonical } from '../canonical-json.ts';
import { type Head, head, sha256Hex } from '../head.ts';
import { grow, PORTABLE, rootOfPeaks } from '../merkle.ts';
import { changed } from './fault.ts';

export const LEDGER = 'ledger.json';

const entry = z.object({ id: z.string(), leaf_index: z.number().int(), hash: sha256Hex });
type Entry = z.infer<typeof entry>;
/** The first line of `ledger.json`, which names the head, as an object. */
const firstLine = z.object({ head });

/**
 * The entries of `ledger.json` in their order. The file has the head on its first line, and then one entry on each line.
 * @throws Faulty if it cannot be read, or has another head
 */
export async function* entriesOfLedger(lines: AsyncGenerator<string>, signed: Head): AsyncGenerator<Entry> {
  const { value: first = '' } = await lines.next();
  const { head: found } = parsed(firstLine, `${first.replace(/,$/, '')}}`);
  if (!isCanonical(canonical(signed), found)) throw changed('The head in its ledger.json is not that of its statement.');
  let size = 0;
  for await (const line of lines) {
    if (!line.startsWith('{"id"')) continue;
    const one = parsed(entry, line.replace(/,$/, ''));
    if (one.leaf_index !== size) throw changed(`The entry of the event ${one.id} in its ledger.json is out of order.`);
    size += 1;
    yield one;
  }
}

function parsed<T>(schema: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const found = schema.safeParse(value);
  if (!found.success) throw changed(`A line of its ${LEDGER} cannot be read.`);
  return found.data;
}

/** The tree that grows with each leaf. */
export class GrowingTree {
  /** The root at each of the sizes that were asked for, as far as it has grown. */
  readonly roots = new Map<number, string>();
  readonly #wanted: ReadonlySet<number>;
  #peaks: readonly string[] = [];
  #size = 0;

  constructor(wanted: readonly number[]) {
    this.#wanted = new Set(wanted);
  }

  add(hash: string): void {
    this.#peaks = grow(this.#peaks, this.#size, PORTABLE.leaf(hash)).peaks;
    this.#size += 1;
    if (this.#wanted.has(this.#size)) this.roots.set(this.#size, rootOfPeaks(this.#peaks));
  }

  is({ size, root }: Head): boolean {
    return this.#size === size && rootOfPeaks(this.#peaks) === root;
  }
}
