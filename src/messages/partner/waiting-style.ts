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
.rv .acts{margin:12px 0 0}.rv form+.q{margin-top:10px}button.d{color:var(--missed)}
@media (max-width:40em){
.ask>h2{padding-left:46px}.rv{padding-left:46px}.rv::before{left:34px}.rv>.mark{left:6px}textarea{font-size:1rem}.rv .acts button{flex:1 0 40%;width:auto}.rv form{flex:none}
}
@media print{.rv form{display:none}}
`;
