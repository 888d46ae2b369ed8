import type { App } from '../../src/app/app.ts';
import type { DeliveryRequested } from '../../src/domain/delivery/events.ts';
import { deliveryStream } from '../../src/domain/delivery/events.ts';
import { type RecordedOf, START } from '../../src/domain/kernel/event.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export type Headered = Readonly<Record<string, string>>;

/** The cookie of this name that an answer sets, as a browser sends it back; null: it is taken away; undefined: it is not set. */
function cookieSet(headers: Headers, name: string): string | null | undefined {
  const set = headers.getSetCookie().findLast((one) => one.startsWith(`${name}=`));
  return set && (/Max-Age=0/.test(set) ? null : (set.split(';')[0] as string));
}

const pick = (set: string | null | undefined, before: string | null): string | null => (set === undefined ? before : set);

/** One browser or program, which keeps the session's cookie, the one by which the browser is known, and that of its sign-ups. */
export class Client {
  readonly url: string;
  cookie: string | null = null;
  known: string | null = null;
  signedUp: string | null = null;
  /** The cookie of somebody who goes to a provider to sign in. */
  away: string | null = null;

  constructor(url: string) {
    this.url = url;
  }

  /** `body` is sent as JSON; a string or bytes as they are. */
  async send(method: string, path: string, body?: unknown, headers: Headered = {}): Promise<Answered> {
    const cookies = [this.cookie, this.known, this.signedUp, this.away].filter((one) => one !== null);
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
        ...headers,
      },
      ...(body !== undefined && { body: (raw ? body : JSON.stringify(body)) as string }),
    });
    this.cookie = pick(cookieSet(response.headers, 'vouch_session'), this.cookie);
    this.known = pick(cookieSet(response.headers, 'vouch_known'), this.known);
    this.signedUp = pick(cookieSet(response.headers, 'vouch_signup'), this.signedUp);
    this.away = pick(cookieSet(response.headers, 'vouch_oauth'), this.away);
    const text = await response.text();
    const json = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, body: text !== '' && json ? JSON.parse(text) : undefined };
  }

  get = (path: string, headers?: Headered) => this.send('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Headered) => this.send('POST', path, body, headers);
  put = (path: string, body?: unknown, headers?: Headered) => this.send('PUT', path, body, headers);
  patch = (path: string, body?: unknown, headers?: Headered) => this.send('PATCH', path, body, headers);
  delete = (path: string, body?: unknown, headers?: Headered) => this.send('DELETE', path, body, headers);
}

/** Mails that were requested, oldest first, with their recipient and their link's token. */
export async function requestedMails(app: App): Promise<readonly { readonly kind: string; readonly to: string; readonly token: string }[]> {
  const events = await app.store.readAll(START, 100_000);
  const asked = events.filter((event) => event.type === 'DeliveryRequested') as RecordedOf<DeliveryRequested>[];
  return Promise.all(
    asked.map(async (event) => {
      const opened = await app.opener.open(event.data.user_id, event.private);
      return { kind: event.data.kind, to: String(opened?.to), token: app.hashes.keyed('link', deliveryStream.requireId(event.stream)) };
    }),
  );
}

export const PASSWORD = 'a plain stone bridge';

/** Signs up, confirms by the link in the mail, and signs in. */
export async function member(
  server: { url: string; app: App; http?: { drain: () => Promise<void> } },
  email = 'ada@example.org',
  timezone = 'Europe/Berlin',
): Promise<Client> {
  const client = new Client(server.url);
  await client.post('/api/auth/signup', { email, password: PASSWORD, full_name: 'Ada Ode', timezone });
  await server.http?.drain();
  const mail = (await requestedMails(server.app)).filter(({ to }) => to === email).at(-1);
  const confirmed = await client.post('/api/auth/confirm', { token: mail?.token });
  if (confirmed.status !== 200) throw new Error(`Could not sign ${email} up: ${confirmed.text}`);
  return client;
}
