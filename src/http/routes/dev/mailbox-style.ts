/** The style of this page, with those of the product's design tokens that it needs. */
export const MAILBOX_STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#f3f5f1, #0e1210); --sheet: light-dark(#fcfdfb, #141916); --line: light-dark(#dfe4dc, #29312c);
  --press: light-dark(#e1e6de, #28312b); --ink: light-dark(#17211c, #e8ede8); --ink-2: light-dark(#434f47, #b6c0b8); --ink-3: light-dark(#5b665e, #8f9a91); --accent: light-dark(#6e2358, #e0a1cb); }
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 15px/1.5 "Hanken Grotesk Variable", "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif; min-height: 100vh; display: flex; flex-direction: column; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; padding: 16px 24px; border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; color: var(--accent); } h1 { font-size: 15px; font-weight: 600; } .note { color: var(--ink-3); font-size: 13px; } .again { margin-left: auto; font-size: 13px; }
main { flex: 1; display: grid; grid-template-columns: minmax(260px, 340px) 1fr; }
nav { border-right: 1px solid var(--line); } ol { list-style: none; padding: 0; }
li a { display: grid; gap: 2px; padding: 12px 24px; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; }
li a:hover { background: var(--sheet); } li a[aria-current] { background: var(--press); }
li strong { font-weight: 600; } li span { color: var(--ink-2); font-size: 13px; overflow-wrap: anywhere; } time { color: var(--ink-3); font-size: 12px; font-variant-numeric: tabular-nums; }
a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
article { padding: 24px; display: flex; flex-direction: column; gap: 12px; min-width: 0; } h2 { font-size: 19px; line-height: 1.3; } .to { color: var(--ink-2); font-size: 13px; overflow-wrap: anywhere; }
iframe { width: 100%; height: 60vh; border: 1px solid var(--line); background: #fff; }
summary { cursor: pointer; font-weight: 600; padding: 4px 0; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace; padding: 12px 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; font-size: 13px; padding: 8px 0; } dt { color: var(--ink-3); } dd { overflow-wrap: anywhere; }
.empty { padding: 24px; color: var(--ink-3); } .back { display: none; }
@media (max-width: 720px) { main { display: block; } nav { border-right: 0; } .picked nav { display: none; } .back { display: block; } article { padding: 16px; } header { padding: 12px 16px; } li a { padding: 12px 16px; } }
`;
