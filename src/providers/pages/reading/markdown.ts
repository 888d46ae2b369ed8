import { toMdast } from 'hast-util-to-mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { LONGEST_STATEMENT } from './bounds.ts';
import { fitting } from './fitting.ts';
import type { PagePart } from './page-part.ts';

/**
 * The parts as Markdown, at most 50,000 characters. It is written from a tree that holds no HTML, by a writer that escapes what
 * would be read as such: `&lt;script&gt;` in a page stays text. What is too long loses its end.
 */
export function markdownOf(parts: readonly PagePart[]): string {
  // Escapes and indentation make a text longer, by how much is known only afterwards.
  for (let room = LONGEST_STATEMENT; ; room = Math.floor(room / 2)) {
    const children = [...fitting(parts, room)];
    const tree = toMdast({ type: 'root', children } as Parameters<typeof toMdast>[0]) as Parameters<typeof toMarkdown>[0];
    const written = toMarkdown(tree, {
      bullet: '-',
      rule: '-',
      emphasis: '_',
      listItemIndent: 'one',
      resourceLink: true,
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
    }).trim();
    if (written.length <= LONGEST_STATEMENT) return written;
  }
}
