import { createHash } from 'node:crypto';
import { markSymbols, ornamentSvg } from '../../reports/html/svg.ts';
import { LOGO } from '../../reports/model/marks.ts';
import { htmlTemplate } from '../mail/template.ts';
import type { DecidedRow } from './decided-view.ts';
import { PARTNER_PAGE_STYLE } from './page-style.ts';
import type { SummaryView } from './summary-view.ts';
import { WAITING_STYLE } from './waiting-style.ts';
import type { WaitingView } from './waiting-view.ts';

/** The texts of a page for a partner. Every button is a form of its own, so that opening a page changes nothing. */
export interface PartnerPage {
  readonly heading: string;
  /** The text at the top right. */
  readonly for: string;
  readonly body: readonly string[];
  readonly actions: readonly { readonly label: string; readonly to: string; readonly primary: boolean }[];
  /** A link to another page, or null. */
  readonly way: { readonly label: string; readonly to: string } | null;
  /** What the partner is asked about; null: nothing. */
  readonly waiting: WaitingView | null;
  readonly summary: SummaryView | null;
  /** What the partner decided before. */
  readonly decided: readonly DecidedRow[];
  readonly fine: string;
  /** The form that stops the messages, or null. */
  readonly stop: { readonly label: string; readonly to: string } | null;
}

/** Whether the page shows pictures, which come from this program. */
const hasPictures = ({ waiting }: Pick<PartnerPage, 'waiting'>): boolean =>
  waiting?.items.some(({ given: { files, diagram } }) => [...files, diagram].some((file) => file?.picture)) ?? false;

/** The Content-Security-Policy of a page: no scripts, nothing loaded but fonts and pictures of its own, and forms only to this program. */
export function partnerPageCsp(faces = '', page: Pick<PartnerPage, 'waiting'> = { waiting: null }): string {
  const hash = createHash('sha256').update(styleWithFonts(faces)).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}';${faces && " font-src 'self';"}${hasPictures(page) ? " img-src 'self';" : ''} form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}
const styleWithFonts = (faces: string): string => faces + PARTNER_PAGE_STYLE + WAITING_STYLE;

const PARTIALS = ['waiting', 'given', 'links', 'file', 'code', 'notes', 'form', 'summary', 'decided'];
const template = htmlTemplate(
  import.meta.url,
  'page.hbs',
  PARTIALS.map((name) => `${name}.hbs`),
);

/**
 * The page as a standalone document: no script, no style attribute, nothing from another host. Every text is escaped.
 * `faces` are the `@font-face` rules of the program's own fonts; without them the page uses the fonts of the system.
 */
export function renderPartnerPage(page: PartnerPage, faces = ''): string {
  const { summary } = page;
  const groups = (summary?.groups ?? []).map((group) => ({ ...group, unfolded: group.open && group.entries.length > 0 }));
  return template({
    page: { ...page, summary: summary && { ...summary, groups } },
    footed: page.fine !== '' || page.stop !== null,
    style: styleWithFonts(faces),
    logo: ornamentSvg(LOGO, 24, 'logo'),
    marks: summary || page.waiting || page.decided.length > 0 ? markSymbols() : '',
  });
}
