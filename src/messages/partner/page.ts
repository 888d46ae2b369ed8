import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { markSymbols, ornamentSvg } from '../../reports/html/svg.ts';
import { LOGO } from '../../reports/model/marks.ts';
import type { DecidedRow } from './decided-view.ts';
import { PARTNER_PAGE_STYLE } from './page-style.ts';
import type { SummaryView } from './summary-view.ts';
import { WAITING_STYLE } from './waiting-style.ts';
import { DECIDED_TEMPLATE, WAITING_TEMPLATE } from './waiting-template.ts';
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

const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>{{page.heading}} · Vouch</title>
<style>{{{style}}}</style>
</head>
<body>
<div class="pp">
<header><div class="brand">{{{logo}}}Vouch</div>{{#if page.for}}<span class="for"><bdi>{{page.for}}</bdi></span>{{/if}}</header>
<main><h1><bdi>{{page.heading}}</bdi></h1>
{{#each page.body}}<p class="ld">{{this}}</p>
{{/each}}
{{#if page.actions}}<div class="acts">{{#each page.actions}}<form method="post" action="{{to}}"><button{{#if primary}} class="p"{{/if}}>{{label}}</button></form>{{/each}}</div>{{/if}}
{{#with page.way}}<p class="ld"><a href="{{to}}">{{label}}</a></p>
{{/with}}
${WAITING_TEMPLATE}{{#with page.summary}}
<dl class="figs">{{#each figures}}<div class="fig"><dt>{{label}}</dt><dd class="v">{{value}}</dd>{{#if note}}<dd class="n">{{note}}</dd>{{/if}}</div>{{/each}}</dl>
<section class="blk"><h2>Audit trail of what you see here</h2>
{{#each groups}}<details{{#if unfolded}} open{{/if}}><summary>{{label}}<b>{{value}}</b></summary><p class="cap">{{meaning}}</p>
{{#if entries}}<ol class="trail">
{{#each entries}}<li><time>{{when}}</time><svg class="mark" aria-hidden="true"><use href="#m-{{mark}}"/></svg><div class="w">{{what}}{{#if title}}: <bdi>{{title}}</bdi>{{/if}} <span class="by"><bdi>{{by}}</bdi></span> <code>{{place}}</code></div></li>
{{/each}}</ol>{{else}}<p class="cap">{{none}}</p>{{/if}}</details>
{{/each}}
<p class="end">Each entry ends with its place in the record and the two ends of its fingerprint.</p></section>
{{/with}}
${DECIDED_TEMPLATE}</main>
{{#if footed}}<footer class="fine">{{#if page.fine}}<span><bdi>{{page.fine}}</bdi></span>{{/if}}{{#if page.stop}}<form method="post" action="{{page.stop.to}}"><button class="l">{{page.stop.label}}</button></form>{{/if}}</footer>{{/if}}
{{{marks}}}
</div>
</body>
</html>
`;

const template = Handlebars.create().compile(TEMPLATE, { strict: true, knownHelpersOnly: true });

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
