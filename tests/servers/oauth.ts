import { createHash, randomBytes } from 'node:crypto';
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
export class OAuthDouble {
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
