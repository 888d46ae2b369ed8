import { createHash } from 'node:crypto';
import { INK_CLASSES, INK_TOKENS, markSymbols, ornamentSvg } from '../../reports/html/svg.ts';
import { LOGO } from '../../reports/model/marks.ts';
import { htmlTemplate } from '../mail/wording.ts';
import type { DecidedRow } from './decided-view.ts';
import type { SummaryView } from './summary-view.ts';
import type { WaitingView } from './waiting-view.ts';

/** The style of the partner's pages, without the fonts. It is one block, so that the policy has to allow only its hash. */
export const PARTNER_PAGE_STYLE = `
:root{color-scheme:light dark;${INK_TOKENS};--fill:light-dark(#6e2358,#985082);--fill-h:light-dark(#5b1a48,#a75c90);--t1:.75rem;--t2:.8125rem;--t3:.9375rem;--t4:1.1875rem;--t5:1.75rem}
*,::before,::after{box-sizing:border-box;margin:0}
html{background:var(--ground);color:var(--ink);font:400 var(--t3)/1.55 "Hanken Grotesk Variable","Hanken Grotesk","Commissioner Variable",ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word;-webkit-text-size-adjust:100%}
svg{display:block}.nf{fill:none}
.pp{width:min(760px,100% - 32px);margin:40px auto 64px;background:var(--sheet);border:1px solid var(--line)}
header{display:flex;align-items:center;gap:4px 20px;padding:20px 40px;border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:10px;font-weight:680;letter-spacing:-.02em;font-size:var(--t4);line-height:1.6rem}.logo{width:24px;height:24px}
.for{margin-left:auto;font-size:var(--t2);line-height:1.3333rem;color:var(--ink-3);text-align:right;min-width:0}
main{padding:32px 40px 40px}
h1{font-size:var(--t5);font-weight:640;letter-spacing:-.022em;line-height:2.1333rem;max-width:24ch;text-wrap:balance}
.ld{color:var(--ink-2);margin-top:10px;max-width:66ch}
.acts{display:flex;gap:8px;flex-wrap:wrap;margin-top:24px}
button{font:inherit;font-size:var(--t2);font-weight:580;line-height:1.3333rem;padding:9px 16px;min-height:40px;border-radius:5px;border:1px solid var(--line-2);background:var(--sheet);color:var(--ink);cursor:pointer}button:hover{background:var(--sunk)}
button.p{background:var(--fill);border-color:var(--fill);color:#fff}button.p:hover{background:var(--fill-h);border-color:var(--fill-h)}
a{color:var(--accent);text-underline-offset:3px;border-radius:3px}
button.l{border:0;background:none;padding:0;min-height:0;font-weight:400;color:var(--accent);text-decoration:underline;text-underline-offset:3px;border-radius:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.figs{display:grid;grid-template-columns:repeat(4,1fr);margin-top:28px;border-top:1px solid var(--line)}
.fig{padding:12px 12px 12px 16px;min-width:0;border-bottom:1px solid var(--line)}.fig:nth-child(4n+1){padding-left:0}.fig:not(:nth-child(4n+1)){border-left:1px solid var(--line)}
.fig dt{font-size:var(--t2);line-height:1.3333rem;color:var(--ink-2)}.fig .v{font-size:var(--t5);font-weight:580;letter-spacing:-.025em;line-height:2.4rem;white-space:nowrap}.fig .n{font-size:var(--t1);line-height:1.0667rem;color:var(--ink-3)}
.blk{margin-top:36px}h2{font-size:var(--t3);font-weight:620;letter-spacing:-.012em;line-height:1.3333rem;padding-bottom:8px;border-bottom:1px solid var(--line-2)}
details{border-bottom:1px solid var(--line)}summary{display:flex;align-items:baseline;gap:8px;padding:10px 0;cursor:pointer;list-style-position:inside;font-weight:560}summary::-webkit-details-marker{display:none}
summary::before{content:"";flex:none;width:7px;height:7px;border:solid var(--ink-3);border-width:0 1.5px 1.5px 0;rotate:-45deg;translate:2px -1px;margin-right:4px}details[open]>summary::before{rotate:45deg;translate:2px -3px}
.all{border:0}.all>summary{border-bottom:1px solid var(--line-2)}.all h2{border:0;padding:0}
.cap{font-size:var(--t2);line-height:1.3333rem;color:var(--ink-2);max-width:66ch;padding:0 0 8px 20px}
.end{font-size:var(--t2);line-height:1.3333rem;color:var(--ink-3);max-width:66ch;padding-top:12px}
.trail{list-style:none;padding:0 0 12px}.trail li{display:grid;grid-template-columns:8.5333rem 2.1333rem minmax(0,1fr);font-size:var(--t2);line-height:1.3333rem;padding:5px 0}
.trail time{color:var(--ink-3);text-align:right;padding-right:4px}.trail .mark{width:16px;height:16px;margin:2px auto 0}.trail .by{color:var(--ink-3)}
code{font-family:"JetBrains Mono Variable","JetBrains Mono",ui-monospace,Consolas,Menlo,monospace;font-size:.9em;font-variant-ligatures:none;color:var(--ink-3);white-space:nowrap}
.pf{color:var(--ink-3)}.pf code{white-space:normal;overflow-wrap:anywhere}
.fine{display:flex;flex-wrap:wrap;align-items:center;gap:8px 20px;padding:18px 40px 22px;border-top:1px solid var(--line);font-size:var(--t2);line-height:1.3333rem;color:var(--ink-2)}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
${INK_CLASSES}
@media (max-width:40em){
.pp{width:100%;margin:0;border:0;min-height:100vh}header,.fine{padding-inline:16px}header{flex-wrap:wrap}.for{margin:0;flex:1 0 100%;text-align:left}main{padding:24px 16px 32px}h1{font-size:1.5rem;line-height:2rem}
button{font-size:var(--t3);min-height:44px}button.l{font-size:var(--t2);min-height:44px}.acts form{flex:1 0 40%}.acts button{width:100%}
.figs{grid-template-columns:1fr 1fr}.fig:nth-child(odd){padding-left:0;border-left:0}.fig:nth-child(even){padding-left:16px;border-left:1px solid var(--line)}
.trail li{grid-template-columns:1.8667rem minmax(0,1fr)}.trail .mark{grid-area:1/1/3/2;margin-left:0}.trail time{grid-area:2/2;text-align:left}.trail .w{grid-area:1/2}.cap{padding-left:0}
}
@media print{:root{color-scheme:light}html{background:#fff}.pp{width:100%;margin:0;border:0}.acts,.fine{display:none}}
`;

/** The style of what waits for a partner's verdict. */
export const WAITING_STYLE = `
.ask{margin-top:32px}.ask>h2{padding-left:60px}
.rv{position:relative;padding:18px 0 22px 60px;border-bottom:1px solid var(--line);min-width:0}
.rv::before{content:"";position:absolute;inset:0 auto 0 44px;width:1px;background:var(--line-2)}
.rv>.mark{position:absolute;left:12px;top:20px;width:20px;height:20px}
.st{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px}
.bd{font-size:var(--t1);font-weight:600;line-height:1.3333rem;padding:0 6px;border-radius:3px;color:var(--review);border:1px solid currentColor}.bd.du{color:var(--due)}
.q{font-size:var(--t2);line-height:1.3333rem;color:var(--ink-3)}
.rv h3{font-size:var(--t4);font-weight:620;letter-spacing:-.015em;line-height:1.7333rem;margin:6px 0 2px;max-width:70ch}
.ab{font-size:var(--t2);line-height:1.3333rem;color:var(--ink-2)}
.tx{white-space:pre-wrap;unicode-bidi:plaintext;overflow-wrap:anywhere;max-width:70ch}
.md{unicode-bidi:plaintext;overflow-wrap:anywhere;max-width:70ch;color:var(--ink-2)}.md>*+*{margin-top:8px}.md ul,.md ol{padding-left:22px}.md h5,.md h6{font-size:var(--t2);font-weight:620;line-height:1.3333rem;color:var(--ink)}.md :not(pre)>code{white-space:pre-wrap;color:var(--ink)}.md pre{background:var(--sunk);padding:10px 12px;border-radius:5px}
.tb{overflow-x:auto}.tb table{border-collapse:collapse;font-size:var(--t2)}.tb td{border:1px solid var(--line);padding:4px 8px;text-align:start}.tb tr:first-child td{font-weight:580}
blockquote{color:var(--ink-2);padding-left:14px;border-left:1px solid var(--line-2);margin:12px 0}
.se{margin:12px 0}.se h4,.la{font-size:var(--t2);font-weight:580;line-height:1.3333rem;color:var(--ink)}.se .tx{color:var(--ink-2)}
.lk{list-style:none;padding:0;margin:10px 0}.lk li{padding:3px 0;overflow-wrap:anywhere}.lk .q{display:block}
.fi{list-style:none;padding:0;margin:12px 0;display:grid;gap:10px}.fi li{min-width:0;overflow-wrap:anywhere}
.pi{display:block;margin-bottom:4px}.pi img{display:block;width:auto;height:auto;max-width:100%;max-height:420px;border:1px solid var(--line);border-radius:5px;background:var(--sunk)}
.sn{font-size:var(--t2);line-height:1.3333rem;color:var(--due)}
.so{border:1px solid var(--line);border-radius:5px;margin:12px 0;padding:0 12px}
pre{overflow:auto;max-height:24rem;padding:10px 0 12px;font-size:var(--t2);line-height:1.5}pre code{color:var(--ink);white-space:pre}
.pd{padding-bottom:12px;font-size:var(--t2)}.ex{font-size:var(--t2);font-weight:580;padding-top:6px}dd code{white-space:pre-wrap;overflow-wrap:anywhere;color:var(--ink)}.so .cr{padding-bottom:8px;font-size:var(--t2)}
.no{margin:12px 0;padding:10px 14px;background:var(--sunk);border-radius:5px;font-size:var(--t2);line-height:1.3333rem}.no .tx{margin-top:4px}
.cr{margin-top:6px}.cr div{display:flex;flex-wrap:wrap;gap:0 8px;padding:2px 0}.cr dt{min-width:9em;color:var(--ink-2)}.cr dd{flex:1 1 14em;min-width:0}
.rv form{margin-top:16px}.la{display:block;margin-bottom:4px}.la .q{font-weight:400;margin-left:4px}
.er{font-size:var(--t2);line-height:1.3333rem;color:var(--missed);margin-bottom:4px}
textarea{display:block;width:100%;min-height:60px;padding:8px 10px;font:inherit;color:inherit;background:var(--sheet);border:1px solid var(--edge);border-radius:5px;resize:vertical}textarea[aria-invalid]{border-color:var(--missed)}
.say form{margin-top:12px}.say .acts{margin-top:8px}.say .la .q{display:block;margin-left:0}
.rv .acts{margin:12px 0 0}.rv form+.q{margin-top:10px}button.d{color:var(--missed)}
@media (max-width:40em){
.ask>h2{padding-left:46px}.rv{padding-left:46px}.rv::before{left:34px}.rv>.mark{left:6px}textarea{font-size:1rem}.rv .acts button{flex:1 0 40%;width:auto}.rv form{flex:none}
}
@media print{.rv form,.say{display:none}}
`;

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
  /** The path of the summary as a PDF; null: there is none. */
  readonly pdf: string | null;
  /** The path of the page as a signed file to be saved; null: there is none. */
  readonly download: string | null;
  /** What was typed into a form that was refused and is not on the page; empty: nothing. */
  readonly kept: string;
  /** The forms with which the partner says something to the owner; null: there are none. */
  readonly words: WordsForm | null;
  /** What the partner decided before. */
  readonly decided: readonly DecidedRow[];
  readonly fine: string;
  /** The form that stops the messages, or null. */
  readonly stop: { readonly label: string; readonly to: string } | null;
}

/** The forms with which a partner says something. */
export interface WordsForm {
  /** Their path. */
  readonly to: string;
  readonly owner: string;
  /** What was typed into a form that was refused; empty: nothing. */
  readonly text: string;
  /** Why the form was refused; null: none was. */
  readonly error: string | null;
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

const PARTIALS = ['waiting', 'given', 'links', 'file', 'code', 'notes', 'form', 'kept', 'summary', 'words', 'decided'];
const template = htmlTemplate(
  import.meta.url,
  'page.hbs',
  PARTIALS.map((name) => `${name}.hbs`),
);

/**
 * The page as a standalone document: no script, no style attribute, nothing from another host. Every text is escaped.
 * `faces` are the `@font-face` rules of the program's own fonts; without them the page uses the fonts of the system.
 */
/** `place`: the empty place of a statement; empty on pages that are no papers. */
export function renderPartnerPage(page: PartnerPage, faces = '', place = ''): string {
  const { summary } = page;
  const groups = (summary?.groups ?? []).map((group) => ({ ...group, unfolded: group.open && group.entries.length > 0 }));
  return template({
    page: { ...page, summary: summary && { ...summary, groups } },
    place,
    footed: page.fine !== '' || page.stop !== null,
    style: styleWithFonts(faces),
    logo: ornamentSvg(LOGO, 24, 'logo'),
    marks: summary || page.waiting || page.decided.length > 0 ? markSymbols() : '',
  });
}
