import { createHash } from 'node:crypto';
import { INK_CLASSES, INK_TOKENS } from './svg.ts';

/** The style of a report. It is one block, so that the policy has to allow only its hash. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;${INK_TOKENS};--t1:.75rem;--t2:.8125rem;--t3:.9375rem;--t4:1.1875rem;--t5:1.75rem}
*,::before,::after{box-sizing:border-box;margin:0}
html{background:var(--ground);color:var(--ink);font:400 var(--t3)/1.5 "Hanken Grotesk Variable","Hanken Grotesk","Commissioner Variable",ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word;-webkit-text-size-adjust:100%}
main{max-width:960px;margin:0 auto;padding:28px 56px 40px;background:var(--sheet);min-height:100vh;border-inline:1px solid var(--line)}
svg{display:block}.nf{fill:none}
header{display:flex;justify-content:space-between;align-items:flex-start;gap:20px;padding-bottom:14px;border-bottom:1px solid var(--line-2);margin-bottom:28px}
.brand{display:flex;align-items:center;gap:10px;font-weight:680;letter-spacing:-.02em;font-size:var(--t4);line-height:24px}.logo{width:24px;height:24px}
.who{text-align:right;font-size:var(--t2);line-height:18px;color:var(--ink-2);min-width:0}
h1{font-size:var(--t5);font-weight:620;letter-spacing:-.022em;line-height:1.15;text-wrap:balance}
.sub{color:var(--ink-2);font-size:var(--t2);line-height:20px;margin-top:4px}
h2{font-size:var(--t3);font-weight:620;letter-spacing:-.012em;line-height:1.25;padding-bottom:8px;border-bottom:1px solid var(--line-2)}
section{margin-top:36px;min-width:0}
.note{margin-top:20px;padding:9px 12px;border:1px solid var(--line-2);background:var(--sunk);font-size:var(--t2);line-height:20px;border-radius:5px;max-width:66ch}
.figs{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);margin-top:20px;border-block:1px solid var(--line)}
.fig{padding:14px 16px;min-width:0}.fig+.fig{border-left:1px solid var(--line)}.fig:first-child{padding-left:0}
.fig dt{font-size:var(--t2);line-height:20px;color:var(--ink-2);white-space:nowrap}
.fig .v{font-size:var(--t5);font-weight:580;letter-spacing:-.025em;line-height:36px;height:42px;white-space:nowrap}.fig .v small{font-size:var(--t2);color:var(--ink-3);letter-spacing:0;font-weight:400}
.fig .n{font-size:var(--t1);line-height:16px;color:var(--ink-3);margin-top:2px}
.rule2{border-bottom:3px double currentColor;padding-bottom:1px}
.two{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 48px}.two>.map,.two>.weeks{grid-column:1/-1}
.charted{display:grid;grid-template-columns:minmax(0,1fr) 340px;gap:0 48px}.charted>div>section+section{margin-top:28px}
.scroll{overflow-x:auto;max-width:100%}.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table{width:100%;border-collapse:collapse;font-size:var(--t2);line-height:20px}
th{font-weight:580;color:var(--ink-3);text-align:left;font-size:var(--t1);padding:6px 12px 6px 0;border-bottom:1px solid var(--line-2);white-space:nowrap}
tbody th{color:inherit;font-weight:400;font-size:inherit;border-bottom-color:var(--line);padding-block:7px}
td{padding:7px 12px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}
.num{text-align:right;padding-left:12px;padding-right:0;white-space:nowrap}
tfoot th,tfoot td{border-bottom:0;border-top:1px solid var(--line-2);font-weight:620;color:var(--ink);font-size:var(--t2);padding-block:8px}
tfoot .num span{border-bottom:1px solid var(--ink-2);padding-bottom:1px}.settled tfoot .num span{border-bottom:3px double var(--ink-2)}
.nw,.scroll td{white-space:nowrap}tbody .long{white-space:normal;overflow-wrap:anywhere;min-width:9rem}.t-kept{color:var(--kept)}.t-missed{color:var(--missed)}.t-due{color:var(--due)}.t-review{color:var(--review)}.t-quiet{color:var(--ink-3)}td.t-kept,td.t-missed{font-weight:580}
.chart{width:100%;height:auto;overflow:visible;margin-top:14px;font-size:12px}.map .chart,.weeks .chart{font-size:11px}text.b{font-weight:620}
.cap{font-size:var(--t2);line-height:20px;color:var(--ink-2);margin-top:10px;max-width:66ch}
details{margin-top:6px;font-size:var(--t2)}summary{color:var(--accent);cursor:pointer;width:fit-content;line-height:24px;border-radius:3px}summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.rows .m{width:32px}.rows .mark{width:18px;height:18px;margin-top:1px}.rows .w{color:var(--ink-2);white-space:nowrap;width:11rem}.rows .b{width:34%;color:var(--ink-2)}
.rows .s{font-weight:560}
.rows .p{overflow-wrap:anywhere}
.mean{display:grid;grid-template-columns:1fr 1fr;gap:8px 48px;padding-top:12px;font-size:var(--t2);line-height:19px}.mean dt{font-weight:580}.mean dd{color:var(--ink-2)}.mean div{break-inside:avoid}
footer{display:flex;flex-wrap:wrap;gap:8px 40px;margin-top:44px;border-top:1px solid var(--ink-2);padding-top:10px;font-size:var(--t1);line-height:16px}footer.settled{border-top:3px double var(--ink-2)}footer span{display:block;color:var(--ink-3)}footer b{font-weight:560}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
${INK_CLASSES}
@media screen and (max-width:1000px){
.charted{grid-template-columns:minmax(0,1fr)}.charted>div{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 48px}.charted>div>section+section{margin-top:36px}.fig{padding:14px 10px}.fig .v{font-size:1.5rem}
}
@media screen and (max-width:760px){
main{padding:20px 16px 32px;border:0}.figs{grid-auto-flow:row;grid-template-columns:1fr 1fr}.fig{padding:12px}.fig:nth-child(odd){padding-left:0;border-left:0}.fig:nth-child(n+3){border-top:1px solid var(--line)}.fig:last-child:nth-child(odd){grid-column:1/-1}
.two,.charted>div,.mean{grid-template-columns:minmax(0,1fr)}
.rows thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.rows,.rows tbody{display:block}.rows tr{display:grid;grid-template-columns:32px minmax(0,1fr);border-bottom:1px solid var(--line);padding:9px 0}.rows td{border:0;padding:0;width:auto}
.rows .m{grid-area:1/1/4/2}.rows .p{grid-area:1/2;font-size:var(--t3);line-height:21px}.rows .w{grid-area:2/2}.rows .b{grid-area:3/2;width:auto}
th.num,td.num{padding-left:8px}.map .scroll .chart,.weeks .scroll .chart{width:820px}.map>.scroll,.weeks>.scroll{direction:rtl}.map>.scroll>*,.weeks>.scroll>*{direction:ltr}
}
@media print{
:root{color-scheme:light}html{background:#fff;font-size:12px}main{max-width:none;padding:0;border:0;background:none;min-height:0}@page{size:A4;margin:14mm 15mm}
section{margin-top:22px}h2{break-after:avoid}tr,.fig,.chart,figure{break-inside:avoid}thead{display:table-header-group}tfoot{display:table-row-group}.scroll{overflow:visible}
details:not([open]),summary{display:none}.charted{grid-template-columns:minmax(0,1.5fr) minmax(0,1fr);gap:0 28px}.two{gap:0 28px}.num{padding-left:6px}th{padding-right:6px}
}
`;

/** The policy in the document itself: it must not run or load anything. */
export const reportPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(REPORT_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;
/** The Content-Security-Policy to send with the document. */
export const reportCsp = `${reportPolicy}; frame-ancestors 'none'`;
