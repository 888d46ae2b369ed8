import { chartScene } from '../charts/draw.ts';
import { legendScene } from '../charts/map.ts';
import type { Chart } from '../model/report-model.ts';
import type { Block } from './blocks.ts';
import { heading, paragraph, type Span } from './page-elements.ts';
import type { Sheet } from './sheet.ts';

const TEXT = 7.5;
const HEIGHTS: Readonly<Record<Chart['kind'], number>> = { bars: 96, hours: 72, weeks: 110, map: 0 };

/** A chart with its heading and its caption, as one block. */
export function chartBlock(sheet: Sheet, chart: Chart, place: Span): Block {
  const scene = chartScene(chart, { width: place.width, height: HEIGHTS[chart.kind], text: TEXT });
  const legend =
    chart.kind === 'map' ? legendScene({ width: place.width, text: TEXT }, (words) => sheet.width(words, { size: TEXT })) : null;
  const head = heading(chart.title, place);
  const words = paragraph(sheet, chart.caption, place, { size: 8.5, ink: 'ink-2' }, 12);
  const top = head.height + 4;
  const below = top + scene.height + (legend ? 8 + legend.height : 0) + 7;
  return {
    height: below + words.height,
    draw: (page, y) => {
      head.draw(page, y);
      page.scene(scene, place.x, y + top, TEXT);
      if (legend) page.scene(legend, place.x, y + top + scene.height + 8, TEXT);
      words.draw(page, y + below);
    },
  };
}

/** Blocks one below the other, as one block. `between` is the space between them, in points. */
export function stack(blocks: readonly Block[], between = 0): Block {
  const height = blocks.reduce((sum, block) => sum + block.height, 0) + between * Math.max(0, blocks.length - 1);
  return {
    height,
    draw: (page, y) => {
      let at = y;
      for (const block of blocks) {
        block.draw(page, at);
        at += block.height + between;
      }
    },
  };
}

/** Blocks side by side, as one block. Each already has its own horizontal span. */
export function beside(blocks: readonly Block[]): Block {
  return {
    height: Math.max(...blocks.map(({ height }) => height)),
    draw: (page, y) => {
      for (const block of blocks) block.draw(page, y);
    },
  };
}
