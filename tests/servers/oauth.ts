import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from './listening.ts';

/** Somebody at a provider. */
export interface DoublePerson {
  readonly id: string;
  readonly email: string;
  readonly verified: boolean;
  readonly name?: string;
}

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly scope: string;
  readonly person: DoublePerson;
  revoked: boolean;
}

export const CLIENT = { id: 'client-1', secret: 'secret-1' } as const;
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** What a request is answered with. */
export type Reply = { readonly status: number; readonly body?: unknown };

/** What both doubles have in common: codes that are good once, for one address and one verifier. */
class OAuthDouble {
  url = '';
  person: DoublePerson = { id: '1001', email: 'ada@example.org', verified: true, name: 'Ada Ode' };
  /** The program's address: only its own callbacks are registered. */
  app = '';
  /** What the person allows; null: all that is asked for. */
  allows: string | null = null;
  /** It answers nothing but 503, or nothing at all. */
  down: 'no' | 'failing' | 'hanging' = 'no';
  /** Paths that were asked for, with their method. */
  readonly asked: string[] = [];
  readonly codes = new Map<string, Grant>();
  readonly used = new Set<string>();
  readonly tokens = new Map<string, Grant>();

  readonly callback: RegExp;

  constructor(callback: RegExp) {
    this.callback = callback;
  }

  /** What a browser does with the address to which the program sends it. Gives the path to which it is sent back. */
  allow(address: string, more: Readonly<Record<string, string>> = {}): string {
    const { back, asked } = this.wellFormed(address);
    const code = randomBytes(12).toString('hex');
    const { person, allows } = this;
    const grant = { redirectUri: back.href, challenge: asked('code_challenge'), nonce: asked('nonce'), person, revoked: false };
    this.codes.set(code, { ...grant, scope: allows ?? asked('scope') });
    back.search = new URLSearchParams({ code, state: asked('state'), ...more }).toString();
    return back.pathname + back.search;
  }

  deny(address: string): string {
    const { back, asked } = this.wellFormed(address);
    back.search = new URLSearchParams({ error: 'access_denied', error_description: 'The user said no.', state: asked('state') }).toString();
    return back.pathname + back.search;
  }

  /** Revokes what somebody allowed, as they do on the provider's own page. */
  revokeAll(): void {
    for (const grant of this.tokens.values()) grant.revoked = true;
  }

  private wellFormed(address: string) {
    const url = new URL(address);
    const asked = (name: string): string => url.searchParams.get(name) ?? '';
    const back = new URL(asked('redirect_uri'));
    if (asked('client_id') !== CLIENT.id || asked('response_type') !== 'code') throw new Error(`The provider refuses ${address}`);
    if (back.origin !== this.app || !this.callback.test(back.pathname)) throw new Error(`redirect_uri_mismatch: ${back.href}`);
    if (asked('code_challenge_method') !== 'S256' || asked('state').length < 20) throw new Error('No PKCE, or no state.');
    return { back, asked };
  }

  protected redeem(form: URLSearchParams): Grant | null {
    const code = form.get('code') ?? '';
    const grant = this.codes.get(code);
    const isRight = grant?.redirectUri === form.get('redirect_uri') && grant?.challenge === s256(form.get('code_verifier') ?? '');
    if (grant && this.used.has(code)) grant.revoked = true;
    if (!grant || !isRight || this.used.has(code)) return null;
    this.used.add(code);
    return grant;
  }

  protected give(grant: Grant): string {
    const token = randomBytes(12).toString('hex');
    this.tokens.set(token, grant);
    return token;
  }

  protected live(token: string): Grant | null {
    const grant = this.tokens.get(token);
    return grant && !grant.revoked ? grant : null;
  }

  protected answer(_request: IncomingMessage, _path: string, _body: string): Reply {
    return { status: 404 };
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.respond(request, response));
    this.url = `http://127.0.0.1:${await listen(server)}`;
    this.close = () => close(server);
    return this;
  }

  close = async (): Promise<void> => undefined;

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request) body += piece;
    const path = new URL(request.url ?? '/', this.url).pathname;
    this.asked.push(`${request.method} ${path}`);
    if (this.down === 'hanging') return;
    const { status, body: answer } = this.down === 'failing' ? { status: 503, body: 'Busy' } : this.answer(request, path, body);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(answer === undefined ? '' : JSON.stringify(answer));
  }
}

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

/** GitHub: plain OAuth that refuses with 200, tokens that do not expire, and the part of its API that says who somebody is. */
export class GitHubDouble extends OAuthDouble {
  constructor() {
    super(/^\/api\/(auth\/)?oauth\/github\/callback$/);
  }

  protected override answer({ method, headers }: IncomingMessage, path: string, body: string): Reply {
    const form = new URLSearchParams(body);
    if (path === '/login/oauth/access_token' && method === 'POST') return this.token(form);
    const ended = /^\/api\/applications\/([^/]+)\/(token|grant)$/.exec(path);
    if (ended && method === 'DELETE') return this.end(ended[1] === CLIENT.id ? headers.authorization : undefined, ended[2] as string, body);
    const bearer = this.live(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    if (bearer === null || !headers['user-agent']) return { status: 401, body: { message: 'Bad credentials' } };
    const { person, scope } = bearer;
    if (path === '/api/user') return { status: 200, body: { id: Number(person.id), login: 'ada', name: person.name ?? null, email: null } };
    if (path === '/api/user/emails' && scope.includes('user:email'))
      return {
        status: 200,
        body: [
          { email: 'old@example.org', primary: false, verified: true },
          { email: person.email, primary: true, verified: person.verified },
        ],
      };
    return { status: 404, body: { message: 'Not Found' } };
  }

  private token(form: URLSearchParams): Reply {
    const refused = (error: string) => ({ status: 200, body: { error, error_description: 'It is incorrect or expired.' } });
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret) return refused('incorrect_client_credentials');
    const grant = this.redeem(form);
    if (grant === null) return refused('bad_verification_code');
    return { status: 200, body: { access_token: this.give(grant), token_type: 'bearer', scope: grant.scope.replaceAll(' ', ',') } };
  }

  private end(authorization: string | undefined, what: string, body: string): Reply {
    if (authorization !== `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`) return { status: 401 };
    const grant = this.live((JSON.parse(body) as { access_token: string }).access_token);
    if (!grant) return { status: 404, body: { message: 'Not Found' } };
    for (const one of this.tokens.values())
      if (one === grant || (what === 'grant' && one.person.id === grant.person.id)) one.revoked = true;
    return { status: 204 };
  }
}
