import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { close, listen } from '../../servers/listening.ts';
import { Account } from './account.ts';
import { CALLS } from './calls.ts';
import { invalidRequest, Refused, readForm } from './wire.ts';

export const STRIPE_KEY = 'sk_test_51ofTheDouble';
export const WEBHOOK_SECRET = 'whsec_of_the_double_of_stripe';

/** What becomes of calls: they are answered; not answered at all; carried out, but the answer is lost; refused with 503. */
type Mood = 'well' | 'silent' | 'loses' | 'down';

/** Stripe's HTTP API as far as the program uses it, on loopback: form-encoded calls, keys, and its refusals. */
export interface StripeDouble {
  readonly url: string;
  readonly account: Account;
  /** The calls that came, as method and path. */
  readonly calls: string[];
  mood: Mood;
  /** Only calls that match lose their answer, or get none; null: all. */
  affected: RegExp | null;
  /** A signed event about a customer. */
  event(type: string, customer: string, more?: { readonly id?: string; readonly at?: number; readonly secret?: string }): SignedEvent;
  close(): Promise<void>;
}
export interface SignedEvent {
  readonly payload: string;
  readonly signature: string;
}

interface Kept {
  readonly asked: string;
  readonly status: number;
  readonly body: string;
}

/** `now`: RFC 3339. */
export async function startStripe(now: () => string): Promise<StripeDouble> {
  const seconds = (): number => Math.floor(Date.parse(now()) / 1_000);
  const account = new Account(seconds);
  const kept = new Map<string, Kept>();
  const silent: ServerResponse[] = [];
  let events = 0;

  function carryOut(method: string, path: string, form: string): { readonly status: number; readonly body: string } {
    account.passTime();
    try {
      const { call, id } = callFor(method, path);
      return { status: 200, body: JSON.stringify(call(account, readForm(form), id)) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, body: JSON.stringify({ error: error.error }) };
    }
  }

  /** What was answered under a key is answered again, a decline too; another call under the same key is refused. */
  function once(key: string | undefined, method: string, path: string, form: string) {
    if (key === undefined || method !== 'POST') return { ...carryOut(method, path, form), replayed: false };
    const known = kept.get(key);
    const asked = `${path} ${form}`;
    if (known && known.asked !== asked) {
      const refused = new Refused(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters.');
      return { status: 400, body: JSON.stringify({ error: refused.error }), replayed: false };
    }
    const answer = known ?? { asked, ...carryOut(method, path, form) };
    kept.set(key, answer);
    return { status: answer.status, body: answer.body, replayed: known !== undefined };
  }

  const double = { mood: 'well' as Mood, affected: null as RegExp | null, calls: [] as string[] };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
    const body = await text(request);
    const name = `${request.method} ${pathname}`;
    double.calls.push(name);
    const isAffected = double.affected === null || double.affected.test(name);
    const say = (status: number, content: string, headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(content);
    if (double.mood === 'silent' && isAffected) return void silent.push(response);
    if (double.mood === 'down' && isAffected) return say(503, '<html>Service Unavailable</html>', { 'stripe-should-retry': 'false' });
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return say(401, JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } }));
    if (body !== '' && !/^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? ''))
      return say(400, JSON.stringify({ error: invalidRequest('Invalid request: form-encoded bodies only.').error }));
    const key = request.headers['idempotency-key'];
    const {
      status,
      body: content,
      replayed,
    } = once(typeof key === 'string' ? key : undefined, request.method ?? '', pathname, body || String(searchParams));
    if (double.mood === 'loses' && isAffected) return void response.destroy();
    say(status, content, { 'request-id': `req_${double.calls.length}`, ...(replayed && { 'idempotent-replayed': 'true' }) });
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const port = await listen(server);
  return Object.assign(double, {
    url: `http://127.0.0.1:${port}`,
    account,
    event(
      type: string,
      customer: string,
      { id, at = seconds(), secret = WEBHOOK_SECRET }: { id?: string; at?: number; secret?: string } = {},
    ) {
      events += 1;
      const object = { id: 'sub_any', object: 'subscription', customer };
      const payload = JSON.stringify({ id: id ?? `evt_${events}`, object: 'event', type, created: at, livemode: false, data: { object } });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds() } as never);
      return { payload, signature };
    },
    async close() {
      for (const response of silent) response.destroy();
      await close(server);
    },
  });
}

const PATTERNS = Object.entries(CALLS).map(([name, call]) => ({
  pattern: new RegExp(`^${name.replaceAll('{id}', '([^/]+)')}$`),
  call,
}));

function callFor(method: string, path: string) {
  for (const { pattern, call } of PATTERNS) {
    const found = pattern.exec(`${method} ${path}`);
    if (found) return { call, id: found[1] ?? '' };
  }
  throw new Refused(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}
