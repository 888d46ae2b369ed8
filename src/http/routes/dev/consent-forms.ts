import type { Context } from 'koa';
import { answerConsent, askConsent } from '../../../contracts/calls/dev-consent.ts';
import type { createOwnOrigins } from '../../kernel/origin.ts';
import { type Answer, type Route, redirect, route } from '../../kernel/route.ts';
import { type Consent, type Consents, OWN_CLIENT } from './consents.ts';
import { escaped, html, MAILBOX_STYLE } from './mailbox-page.ts';
import { loopbackOnly } from './ports.ts';

const STYLE = `${MAILBOX_STYLE}
main { display: block; max-width: 460px; margin: 32px auto; padding: 0 16px; width: 100%; } form { display: grid; gap: 16px; }
label { display: grid; gap: 4px; font-weight: 600; } label.check { grid-template-columns: max-content 1fr; gap: 8px; font-weight: 400; }
input[type=email] { font: inherit; padding: 8px 12px; border: 1px solid var(--line); background: var(--sheet); color: inherit; }
ul { padding-left: 20px; color: var(--ink-2); } .acts { display: flex; gap: 12px; } button { font: inherit; font-weight: 600; padding: 8px 20px; border: 1px solid var(--line); background: var(--sheet); color: inherit; cursor: pointer; }
button.p { background: var(--accent); border-color: var(--accent); color: var(--ground); } p { margin-bottom: 16px; }
`;

export interface Asked {
  readonly provider: string;
  readonly scopes: readonly string[];
  /** The parameters of the request. The form sends them back. */
  readonly parameters: Readonly<Record<string, string>>;
}

function consentPage({ provider, scopes, parameters }: Asked): string {
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

/** Shown if the request itself is invalid, so that the browser cannot be sent back. */
const wrongRequestPage = (what: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Vouch in development</title><style>${STYLE}</style></head>
<body><main><p>${escaped(what)}</p></main></body></html>
`;

/** The form must be able to redirect to the program, at the address at which the browser opened it. */
const consentPolicy = (back: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self' ${back}; frame-ancestors 'none'`;

const ASKED = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'code_challenge', 'code_challenge_method'] as const;
const BACK = /^\/api\/(auth\/)?oauth\/(google|github)\/callback$/;

export interface FormParts {
  readonly platform: Consent['platform'];
  readonly provider: string;
  readonly consents: Consents;
  readonly ownOrigins: ReturnType<typeof createOwnOrigins>;
}

export function consentForms({ platform, provider, consents, ownOrigins }: FormParts): readonly Route[] {
  /** The error in a request that must not be sent back. Null: none. */
  function faultIn(context: Context, asked: URLSearchParams): string | null {
    const back = asked.get('redirect_uri') ?? '';
    const url = URL.canParse(back) ? new URL(back) : null;
    if (asked.get('client_id') !== OWN_CLIENT.id) return 'This client is not known here.';
    if (url === null || !BACK.test(url.pathname) || !ownOrigins(context.req).origins.has(url.origin)) return 'redirect_uri_mismatch';
    if (asked.get('response_type') !== 'code' || asked.get('code_challenge_method') !== 'S256' || !asked.get('code_challenge'))
      return 'Only codes with a code challenge by S256 are given here.';
    return null;
  }
  const wrong = (what: string): Answer => ({ ...html(wrongRequestPage(what), consentPolicy("'none'")), status: 400 });

  function back(asked: URLSearchParams, answer: Readonly<Record<string, string>>): Answer {
    const url = new URL(asked.get('redirect_uri') ?? '');
    for (const [name, value] of Object.entries({ ...answer, state: asked.get('state') ?? '' })) url.searchParams.set(name, value);
    return redirect(url.href);
  }

  return [
    route(askConsent[platform], {
      async handle({ context }) {
        loopbackOnly(context);
        const asked = new URLSearchParams(context.search);
        const fault = faultIn(context, asked);
        if (fault !== null) return wrong(fault);
        const parameters = Object.fromEntries(ASKED.map((name) => [name, asked.get(name) ?? '']));
        const scopes = (asked.get('scope') ?? '').split(' ').filter((one) => one !== '');
        return html(consentPage({ provider, scopes, parameters }), consentPolicy(new URL(asked.get('redirect_uri') ?? '').origin));
      },
    }),
    route(answerConsent[platform], {
      async handle({ context, body }) {
        loopbackOnly(context);
        const asked = new URLSearchParams(body.toString('utf8'));
        const fault = faultIn(context, asked);
        if (fault !== null) return wrong(fault);
        if (asked.get('answer') !== 'allow')
          return back(asked, { error: 'access_denied', error_description: 'The user denied the request.' });
        const code = consents.code({
          platform,
          redirectUri: asked.get('redirect_uri') ?? '',
          scope: asked.get('scope') ?? '',
          challenge: asked.get('code_challenge') ?? '',
          nonce: asked.get('nonce') || null,
          person: { email: asked.get('email') || 'dev@example.com', verified: asked.has('verified') },
        });
        return back(asked, { code });
      },
    }),
  ];
}

export const isOwnClient = (form: URLSearchParams): boolean =>
  form.get('client_id') === OWN_CLIENT.id && form.get('client_secret') === OWN_CLIENT.secret;
