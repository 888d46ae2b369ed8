import type { Context } from 'koa';
import * as calls from '../../../contracts/calls/dev-consent.ts';
import { type Answer, json, noContent, type Route, route } from '../../kernel/route.ts';
import { consentForms, isOwnClient } from './consent-forms.ts';
import { OWN_CLIENT } from './consents.ts';
import type { ConsentServerParts } from './google.ts';
import { loopbackOnly } from './loopback.ts';

const problem = (status: number, message: string): Answer => json(status, { message, documentation_url: 'https://docs.github.com/rest' });
/** GitHub refuses with 200. */
const refused = (error: string, description: string): Answer => json(200, { error, error_description: description });

/** In the place of GitHub, in development: its OAuth, and of its API who somebody is. */
export function githubRoutes({ consents, ownOrigins }: Omit<ConsentServerParts, 'secure'>): readonly Route[] {
  const bearer = ({ req }: Context) => consents.read('access', /^bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '');

  function tokens(form: URLSearchParams): Answer {
    const text = (name: string): string => form.get(name) ?? '';
    if (!isOwnClient(form)) return refused('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.');
    const consent = consents.redeem(text('code'), text('redirect_uri'), text('code_verifier'));
    if (consent === null) return refused('bad_verification_code', 'The code passed is incorrect or expired.');
    const scope = consent.scope.replaceAll(' ', ',');
    return json(200, { access_token: consents.access(consent, null), token_type: 'bearer', scope }, { 'Cache-Control': 'no-store' });
  }

  const ends = (what: 'token' | 'grant'): Route =>
    route(calls.endGithub[what], {
      async handle({ context, params, body }) {
        loopbackOnly(context);
        const shown = `Basic ${Buffer.from(`${OWN_CLIENT.id}:${OWN_CLIENT.secret}`).toString('base64')}`;
        if (context.req.headers.authorization !== shown || params.client_id !== OWN_CLIENT.id)
          return problem(401, 'Requires authentication');
        return consents.revoke(body.access_token) ? noContent() : problem(404, 'Not Found');
      },
    });

  return [
    ...consentForms({ platform: 'github', provider: 'GitHub', consents, ownOrigins }),
    route(calls.giveGithubToken, {
      async handle({ context, body }) {
        loopbackOnly(context);
        return tokens(new URLSearchParams(body.toString('utf8')));
      },
    }),
    route(calls.readGithubUser, {
      async handle({ context }) {
        loopbackOnly(context);
        const consent = bearer(context);
        if (consent === null) return problem(401, 'Bad credentials');
        const { person } = consent;
        const login = person.email.split('@')[0]?.replaceAll(/[^a-z\d-]/gi, '-') ?? 'dev';
        return json(200, { id: Number(consents.personId('github', person)), login, name: null, email: null, type: 'User' });
      },
    }),
    route(calls.listGithubEmails, {
      async handle({ context }) {
        loopbackOnly(context);
        const consent = bearer(context);
        if (consent === null) return problem(401, 'Bad credentials');
        const { person, scope } = consent;
        if (!scope.split(' ').includes('user:email')) return problem(404, 'Not Found');
        return json(200, [{ email: person.email, primary: true, verified: person.verified, visibility: 'private' }]);
      },
    }),
    ends('token'),
    ends('grant'),
  ];
}
