import type { Context } from 'koa';
import { answerConsent, askConsent } from '../../../contracts/calls/dev-consent.ts';
import type { createOwnOrigins } from '../../kernel/origin.ts';
import { type Answer, type Route, redirect, route } from '../../kernel/route.ts';
import { consentPage, consentPolicy, wrongRequestPage } from './consent-page.ts';
import { type Consent, type Consents, OWN_CLIENT } from './consents.ts';
import { html } from './html.ts';
import { loopbackOnly } from './loopback.ts';

const ASKED = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'code_challenge', 'code_challenge_method'] as const;
const BACK = /^\/api\/(auth\/)?oauth\/(google|github)\/callback$/;

export interface FormParts {
  readonly platform: Consent['platform'];
  readonly provider: string;
  readonly consents: Consents;
  readonly ownOrigins: ReturnType<typeof createOwnOrigins>;
}

/** The authorization endpoint of a platform: a page with a form, and its answer. */
export function consentForms({ platform, provider, consents, ownOrigins }: FormParts): readonly Route[] {
  /** What is wrong with a request, so that its sender is not sent back; null: nothing. */
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
    const url = new URL(asked.get('redirect_uri') as string);
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
        return html(consentPage({ provider, scopes, parameters }), consentPolicy(new URL(asked.get('redirect_uri') as string).origin));
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
          redirectUri: asked.get('redirect_uri') as string,
          scope: asked.get('scope') ?? '',
          challenge: asked.get('code_challenge') as string,
          nonce: asked.get('nonce') || null,
          person: { email: asked.get('email') || 'dev@example.com', verified: asked.has('verified') },
        });
        return back(asked, { code });
      },
    }),
  ];
}

/** Whether a request of the program shows its id and secret in the form. */
export const isOwnClient = (form: URLSearchParams): boolean =>
  form.get('client_id') === OWN_CLIENT.id && form.get('client_secret') === OWN_CLIENT.secret;
