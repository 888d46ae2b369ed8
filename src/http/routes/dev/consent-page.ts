import { escaped } from './mailbox-page.ts';
import { MAILBOX_STYLE } from './mailbox-style.ts';

const STYLE = `${MAILBOX_STYLE}
main { display: block; max-width: 460px; margin: 32px auto; padding: 0 16px; width: 100%; } form { display: grid; gap: 16px; }
label { display: grid; gap: 4px; font-weight: 600; } label.check { grid-template-columns: max-content 1fr; gap: 8px; font-weight: 400; }
input[type=email] { font: inherit; padding: 8px 12px; border: 1px solid var(--line); background: var(--sheet); color: inherit; }
ul { padding-left: 20px; color: var(--ink-2); } .acts { display: flex; gap: 12px; } button { font: inherit; font-weight: 600; padding: 8px 20px; border: 1px solid var(--line); background: var(--sheet); color: inherit; cursor: pointer; }
button.p { background: var(--accent); border-color: var(--accent); color: var(--ground); } p { margin-bottom: 16px; }
`;

/** What somebody is asked for. */
export interface Asked {
  readonly provider: string;
  readonly scopes: readonly string[];
  /** The parameters of the request, which the form sends along. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The page on which somebody allows what the program asks for, or does not. */
export function consentPage({ provider, scopes, parameters }: Asked): string {
  const hidden = Object.entries(parameters).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(provider)} · Vouch in development</title><style>${STYLE}</style></head>
<body>
<header><span class="brand">Vouch</span><h1>In the place of ${escaped(provider)}</h1><span class="note">Development only: nothing leaves this machine.</span></header>
<main>
<p>Vouch would like to be allowed:</p>
<ul>${scopes.map((scope) => `<li>${escaped(scope)}</li>`).join('')}</ul>
<form method="post">
${hidden.join('\n')}
<label>Your address at ${escaped(provider)}<input type="email" name="email" value="dev@example.com" required maxlength="254"></label>
<label class="check"><input type="checkbox" name="verified" checked><span>${escaped(provider)} has verified it</span></label>
<div class="acts"><button class="p" name="answer" value="allow">Allow</button><button name="answer" value="deny" formnovalidate>Deny</button></div>
</form>
</main>
</body>
</html>
`;
}

/** The page where the request itself is wrong, so that nobody can be sent back. */
export const wrongRequestPage = (what: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Vouch in development</title><style>${STYLE}</style></head>
<body><main><p>${escaped(what)}</p></main></body></html>
`;

/** After the form the browser goes on to the program, under whichever of its addresses it was opened. */
export const consentPolicy = (back: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self' ${back}; frame-ancestors 'none'`;
