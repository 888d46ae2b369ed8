import { generateKeyPairSync, sign } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { CLIENT, OAuthDouble, type Reply } from './oauth.ts';

const key = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Google: OpenID Connect by discovery, refresh tokens, revocation of all that one person allowed. */
export class GoogleDouble extends OAuthDouble {
  /** Seconds for which an access token is good. */
  expiresIn = 3_599;
  /** Replaces claims of the next ID tokens. */
  claims: object = {};

  constructor() {
    super(/^\/api\/(auth\/)?oauth\/google\/callback$/);
  }

  protected override answer({ method }: IncomingMessage, path: string, body: string): Reply {
    const form = new URLSearchParams(body);
    if (path === '/.well-known/openid-configuration') return { status: 200, body: this.discovery() };
    if (path === '/certs')
      return { status: 200, body: { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] } };
    if (path === '/token' && method === 'POST') return this.token(form);
    if (path === '/revoke' && method === 'POST') {
      const grant = this.live(form.get('token') ?? '');
      if (!grant) return { status: 400, body: { error: 'invalid_token', error_description: 'Token expired or revoked' } };
      for (const one of this.tokens.values()) if (one.person.id === grant.person.id) one.revoked = true;
      return { status: 200, body: {} };
    }
    return { status: 404 };
  }

  private discovery() {
    const at = (path: string) => this.url + path;
    return {
      issuer: this.url,
      authorization_endpoint: at('/o/oauth2/v2/auth'),
      token_endpoint: at('/token'),
      revocation_endpoint: at('/revoke'),
      jwks_uri: at('/certs'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['plain', 'S256'],
    };
  }

  private token(form: URLSearchParams): Reply {
    const refused = (error: string) => ({
      status: error === 'invalid_client' ? 401 : 400,
      body: { error, error_description: 'Bad Request' },
    });
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret) return refused('invalid_client');
    const isCode = form.get('grant_type') === 'authorization_code';
    const grant = isCode ? this.redeem(form) : this.live(form.get('refresh_token') ?? '');
    if (grant === null) return refused('invalid_grant');
    const { person, nonce, scope } = grant;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.url,
      aud: CLIENT.id,
      sub: person.id,
      iat: now,
      exp: now + 3_600,
      nonce,
      email: person.email,
      email_verified: person.verified,
    };
    const text = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part({ ...claims, ...this.claims })}`;
    const id_token = `${text}.${sign('sha256', Buffer.from(text), key.privateKey).toString('base64url')}`;
    const tokens = { access_token: this.give(grant), expires_in: this.expiresIn, scope, token_type: 'Bearer' };
    return { status: 200, body: isCode ? { ...tokens, refresh_token: this.give(grant), id_token } : tokens };
  }
}
