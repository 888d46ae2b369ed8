import type { Context } from 'koa';
import { z } from 'zod';
import { jsonBody } from '../../kernel/bodies.ts';
import { type Answer, type AnyRoute, json, noContent, route } from '../../kernel/route.ts';
import { consentForms, FORM, isOwnClient } from './consent-forms.ts';
import { OWN_CLIENT } from './consents.ts';
import type { ConsentServerParts } from './google.ts';
import { loopbackOnly } from './loopback.ts';

const BASE = '/dev/oauth/github';
const ANY = z.looseObject({});
const problem = (status: number, message: string): Answer => json(status, { message, documentation_url: 'https://docs.github.com/rest' });
/** GitHub refuses with 200. */
const refused = (error: string, description: string): Answer => json(200, { error, error_description: description });

/** In the place of GitHub, in development: its OAuth, and of its API who somebody is. */
export function githubRoutes({ consents, ownOrigins }: Omit<ConsentServerParts, 'secure'>): readonly AnyRoute[] {
  const common = { tag: 'Development', access: 'anyone' } as const;
  const answers = { 200: { description: 'As GitHub answers.', schema: ANY }, 401: { description: 'Refused.', schema: ANY } };
  const bearer = ({ req }: Context) => consents.read('access', /^bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '');

  function tokens(form: URLSearchParams): Answer {
    const text = (name: string): string => form.get(name) ?? '';
    if (!isOwnClient(form)) return refused('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.');
    const consent = consents.redeem(text('code'), text('redirect_uri'), text('code_verifier'));
    if (consent === null) return refused('bad_verification_code', 'The code passed is incorrect or expired.');
    const scope = consent.scope.replaceAll(' ', ',');
    return json(200, { access_token: consents.access(consent, null), token_type: 'bearer', scope }, { 'Cache-Control': 'no-store' });
  }

  const ends = (what: 'token' | 'grant'): AnyRoute =>
    route({
      ...common,
      method: 'DELETE',
      path: `${BASE}/api/applications/{client_id}/${what}`,
      summary: `Ends a ${what}`,
      body: jsonBody(z.strictObject({ access_token: z.string() })),
      replies: { 204: { description: 'Ended.' }, ...answers },
      async handle({ context, params, body }) {
        loopbackOnly(context);
        const shown = `Basic ${Buffer.from(`${OWN_CLIENT.id}:${OWN_CLIENT.secret}`).toString('base64')}`;
        if (context.req.headers.authorization !== shown || params.client_id !== OWN_CLIENT.id)
          return problem(401, 'Requires authentication');
        return consents.revoke(body.access_token) ? noContent() : problem(404, 'Not Found');
      },
    });

  return [
    ...consentForms({ platform: 'github', provider: 'GitHub', path: `${BASE}/login/oauth/authorize`, consents, ownOrigins }),
    route({
      ...common,
      method: 'POST',
      path: `${BASE}/login/oauth/access_token`,
      summary: 'A token for a code',
      body: FORM,
      replies: answers,
      async handle({ context, body }) {
        loopbackOnly(context);
        return tokens(new URLSearchParams(body.toString('utf8')));
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${BASE}/api/user`,
      summary: 'Who it is',
      replies: answers,
      async handle({ context }) {
        loopbackOnly(context);
        const consent = bearer(context);
        if (consent === null) return problem(401, 'Bad credentials');
        const { person } = consent;
        const login = person.email.split('@')[0]?.replaceAll(/[^a-z\d-]/gi, '-') ?? 'dev';
        return json(200, { id: Number(consents.personId('github', person)), login, name: null, email: null, type: 'User' });
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${BASE}/api/user/emails`,
      summary: 'Their addresses',
      replies: { ...answers, 404: { description: 'The scope is missing.', schema: ANY } },
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
