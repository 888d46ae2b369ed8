import type { Sheet } from './sheet.ts';

/** A piece of a page that is never split. `height` is in points; `draw` draws it with its top at y. */
export interface Block {
  readonly height: number;
  readonly draw: (sheet: Sheet, y: number) => void;
  /** Drawn above this block if it is the first on a later page, such as the heads of a table. */
  readonly head?: Block;
  /** The block stays on the same page as the block after it. */
  readonly withNext?: boolean;
  /** The block is only empty space, and is left out at the top of a page. */
  readonly space?: boolean;
}

export interface Placed {
  readonly block: Block;
  readonly y: number;
}

/** Empty space of this height in points. */
export const gap = (height: number): Block => ({ height, draw: () => {}, space: true });

/**
 * Distributes blocks over pages. `tops` is where the content of the first page and of later pages begins, `bottom` where it
 * ends, in points. A gap at the top of a page is left out.
 */
export function paginate(
  blocks: readonly Block[],
  tops: { readonly first: number; readonly later: number },
  bottom: number,
): readonly (readonly Placed[])[] {
  const pages: Placed[][] = [[]];
  let y = tops.first;
  const put = (block: Block) => {
    pages.at(-1)?.push({ block, y });
    y += block.height;
  };
  for (const group of grouped(blocks)) {
    const height = group.reduce((sum, block) => sum + block.height, 0);
    if (y + height > bottom && (pages.at(-1)?.length ?? 0) > 0) {
      pages.push([]);
      y = tops.later;
      const head = group[0]?.head;
      if (head) put(head);
    }
    if ((pages.at(-1)?.length ?? 0) === 0 && group.length === 1 && group[0]?.space) continue;
    for (const block of group) put(block);
  }
  return pages;
}

/** Groups of blocks that must stay on one page. */
function* grouped(blocks: readonly Block[]): Generator<readonly Block[]> {
  let group: Block[] = [];
  for (const block of blocks) {
    group.push(block);
    if (block.withNext) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
