import type { Sheet } from './sheet.ts';
import type { Part } from './structure.ts';

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
  /** The table or the list to which the block belongs together with its neighbours. */
  readonly part?: Part;
}

export interface Placed {
  readonly block: Block;
  readonly y: number;
  /** The block is the head of a table that began on an earlier page. */
  readonly repeated?: boolean;
}

/** Empty space of this height in points. */
export const gap = (height: number): Block => ({ height, draw: () => {}, space: true });

/**
 * Distributes blocks over pages. `tops`: where the content of the first page and of later pages begins; `bottom`: where
 * it ends; all in points. A gap at the top of a page is left out.
 */
export function paginate(
  blocks: readonly Block[],
  tops: { readonly first: number; readonly later: number },
  bottom: number,
): readonly (readonly Placed[])[] {
  const pages: Placed[][] = [[]];
  let y = tops.first;
  const put = (placed: Omit<Placed, 'y'>) => {
    pages.at(-1)?.push({ ...placed, y });
    y += placed.block.height;
  };
  for (const group of grouped(blocks)) {
    const height = group.reduce((sum, block) => sum + block.height, 0);
    if (y + height > bottom && (pages.at(-1)?.length ?? 0) > 0) {
      pages.push([]);
      y = tops.later;
      const head = group[0]?.head;
      if (head) put({ block: head, repeated: true });
    }
    if ((pages.at(-1)?.length ?? 0) === 0 && group.length === 1 && group[0]?.space) continue;
    for (const block of group) put({ block });
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

/** Draws blocks one after the other. Neighbours of the same part become one table or list, also from page to page. */
export function drawPlaced(sheet: Sheet, placed: readonly Placed[]): void {
  for (const { block, y, repeated } of placed) {
    if (repeated) {
      sheet.structure.artifact('Pagination', () => block.draw(sheet, y));
      continue;
    }
    sheet.structure.enter(block.part ?? null);
    block.draw(sheet, y);
  }
}

/** Blocks one below the other, as one block. `between` is the space between them, in points. */
export function stack(blocks: readonly Block[], between = 0): Block {
  const height = blocks.reduce((sum, block) => sum + block.height, 0) + between * Math.max(0, blocks.length - 1);
  return {
    height,
    draw: (sheet, y) => {
      let at = y;
      for (const block of blocks) {
        drawPlaced(sheet, [{ block, y: at }]);
        at += block.height + between;
      }
      sheet.structure.enter(null);
    },
  };
}

/** Blocks side by side, as one block. Each already has its own horizontal span. */
export function beside(blocks: readonly Block[]): Block {
  return {
    height: Math.max(...blocks.map(({ height }) => height)),
    draw: (sheet, y) =>
      drawPlaced(
        sheet,
        blocks.map((block) => ({ block, y })),
      ),
  };
}
