import type { Context } from 'koa';
import * as calls from '../../../contracts/calls/dev-consent.ts';
import { originOf } from '../../kernel/dispatch.ts';
import type { createOwnOrigins } from '../../kernel/origin.ts';
import { type Answer, json, noContent, type Route, route } from '../../kernel/route.ts';
import { consentForms, isOwnClient } from './consent-forms.ts';
import { type Consents, createIdTokens, OWN_CLIENT } from './consents.ts';
import { loopbackOnly } from './ports.ts';

const BASE = '/dev/oauth/google';
const refusedByGoogle = (error: string, description: string, status = 400): Answer =>
  json(status, { error, error_description: description });

export interface ConsentServerParts {
  readonly consents: Consents;
  readonly ownOrigins: ReturnType<typeof createOwnOrigins>;
  /** The program uses https. */
  readonly secure: boolean;
}

/** Simulates Google's OpenID Connect. */
export function googleRoutes({ consents, ownOrigins, secure }: ConsentServerParts): readonly Route[] {
  const idTokens = createIdTokens();
  const issuerOf = (context: Context): string => originOf(context, secure) + BASE;

  function tokens(context: Context, form: URLSearchParams): Answer {
    const text = (name: string): string => form.get(name) ?? '';
    const isCode = text('grant_type') === 'authorization_code';
    if (!isOwnClient(form)) return refusedByGoogle('invalid_client', 'The OAuth client was not found.', 401);
    if (!isCode && text('grant_type') !== 'refresh_token') return refusedByGoogle('unsupported_grant_type', 'Invalid grant_type.');
    const consent = isCode
      ? consents.redeem(text('code'), text('redirect_uri'), text('code_verifier'))
      : consents.read('refresh', text('refresh_token'));
    if (consent === null) return refusedByGoogle('invalid_grant', isCode ? 'Malformed auth code.' : 'Token has been expired or revoked.');
    const { scope, nonce, person } = consent;
    const now = Math.floor(consents.real() / 1_000);
    const times = { iat: now, exp: now + consents.tokenMs / 1_000 };
    const claims = { iss: issuerOf(context), aud: OWN_CLIENT.id, sub: consents.personId('google', person), ...times };
    const address = { email: person.email, email_verified: person.verified };
    return json(
      200,
      {
        access_token: consents.access(consent, consents.tokenMs),
        token_type: 'Bearer',
        expires_in: consents.tokenMs / 1_000 - 1,
        scope,
        ...(isCode && { refresh_token: consents.refresh(consent) }),
        id_token: idTokens.sign({ ...claims, ...address, ...(isCode && nonce !== null && { nonce }) }),
      },
      { 'Cache-Control': 'no-store' },
    );
  }

  return [
    route(calls.readGoogleDiscovery, {
      async handle({ context }) {
        loopbackOnly(context);
        const issuer = issuerOf(context);
        return json(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          revocation_endpoint: `${issuer}/revoke`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
          scopes_supported: ['openid', 'email'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
        });
      },
    }),
    route(calls.listGoogleKeys, {
      async handle({ context }) {
        loopbackOnly(context);
        return json(200, idTokens.jwks());
      },
    }),
    ...consentForms({ platform: 'google', provider: 'Google', consents, ownOrigins }),
    route(calls.giveGoogleTokens, {
      async handle({ context, body }) {
        loopbackOnly(context);
        return tokens(context, new URLSearchParams(body.toString('utf8')));
      },
    }),
    route(calls.revokeGoogleTokens, {
      async handle({ context, body }) {
        loopbackOnly(context);
        const token = new URLSearchParams(body.toString('utf8')).get('token') ?? '';
        return consents.revoke(token) ? json(200, {}) : refusedByGoogle('invalid_token', 'Token expired or revoked.');
      },
    }),
  ];
}

const problem = (status: number, message: string): Answer => json(status, { message, documentation_url: 'https://docs.github.com/rest' });
/** GitHub sends its errors with status 200. */
const refusedByGithub = (error: string, description: string): Answer => json(200, { error, error_description: description });

/** Simulates GitHub's OAuth, and the part of its API that identifies a person. */
export function githubRoutes({ consents, ownOrigins }: Omit<ConsentServerParts, 'secure'>): readonly Route[] {
  const bearer = ({ req }: Context) => consents.read('access', /^bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '');

  function tokens(form: URLSearchParams): Answer {
    const text = (name: string): string => form.get(name) ?? '';
    if (!isOwnClient(form))
      return refusedByGithub('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.');
    const consent = consents.redeem(text('code'), text('redirect_uri'), text('code_verifier'));
    if (consent === null) return refusedByGithub('bad_verification_code', 'The code passed is incorrect or expired.');
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
