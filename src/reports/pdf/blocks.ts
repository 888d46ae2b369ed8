import type { Sheet } from './sheet.ts';

/** A piece that is never parted: how high it is (points), and how it is drawn with its top at y. */
export interface Block {
  readonly height: number;
  readonly draw: (sheet: Sheet, y: number) => void;
  /** Drawn above this block where it begins a page: a table's heads. */
  readonly head?: Block;
  /** Not left alone at the foot of a page. */
  readonly withNext?: boolean;
  /** Nothing but room: left out at the top of a page. */
  readonly space?: boolean;
}

export interface Placed {
  readonly block: Block;
  readonly y: number;
}

export const gap = (height: number): Block => ({ height, draw: () => {}, space: true });

/** Puts blocks on pages from `top` to `bottom`; a gap at the top of a page is left out. */
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

/** A block and those that it must not be parted from. */
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
