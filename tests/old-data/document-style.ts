import { createHash } from 'node:crypto';
import { REPORT_STYLE } from '../../src/reports/html/style.ts';
import type { Answer } from './answers.ts';
import { type Body, inBody } from './public-names.ts';

/** The policy of a document has the hash of its style. */
function withStyle(html: Body): Body {
  const hash = createHash('sha256').update(REPORT_STYLE).digest('base64').replaceAll('=', '&#x3D;');
  return html
    .replace(/<style>[^<]*<\/style>/, () => `<style>${REPORT_STYLE}</style>`)
    .replace(/style-src &#x27;sha256-[\w+/]+(?:&#x3D;)*&#x27;/, () => `style-src &#x27;sha256-${hash}&#x27;`);
}

/** One of the known changes. `known-changes.ts` says what such an entry is. */
export const DOCUMENT_STYLE: { readonly reason: string; readonly change: (answer: Answer) => Answer } = {
  reason: 'Reports as HTML have a column for each figure, and do not break the cells of their tables.',
  change: inBody(/reports\/html/, withStyle),
};
