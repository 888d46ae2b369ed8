import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { App } from '../../app/app.ts';
import { later } from '../../app/delivery/account-mails.ts';
import type { Session } from '../../contracts/account.ts';
import type { StoredSession } from '../../ports/tokens.ts';

/** Sent with every path. Scripts cannot read it. */
export interface Cookie {
  readonly in: (headers: IncomingHttpHeaders) => string | null;
  readonly with: (value: string, seconds: number) => string;
  /** The Set-Cookie header that deletes the cookie. */
  readonly without: string;
}

/** `secure`: the program uses https. */
export function createCookie(name: string, secure: boolean): Cookie {
  const cookie = (value: string, seconds: number): string =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    in: ({ cookie: header }) => (header === undefined ? null : cookieIn(header, name)),
    with: cookie,
    without: cookie('', 0),
  };
}

/** Browsers accept the prefix `__Host-` only over https, and only from the host itself. */
export const hostCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

function cookieIn(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

/** Without the prefix that it has over https. */
export const SESSION_COOKIE = 'vouch_session';
const ACCESS_MINUTES = 15;
const COOKIE_SECONDS = 30 * 24 * 3_600;
const VERIFIED = 10_000;

/** Null: there is none, or its form is invalid. */
export const bearerIn = ({ headers }: IncomingMessage): string | null =>
  /^bearer ([^\s]{1,512})$/i.exec(headers.authorization ?? '')?.[1] ?? null;

export interface Sessions {
  /** By bearer token or cookie. Null: nobody is signed in. */
  readonly of: (request: IncomingMessage) => Promise<{ readonly session: StoredSession; readonly by: 'cookie' | 'bearer' } | null>;
  /** Uses only the cookie, not a bearer token. */
  readonly inBrowser: (request: IncomingMessage) => Promise<StoredSession | null>;
  readonly cookie: (session: StoredSession) => string;
  readonly noCookie: string;
  readonly access: (session: StoredSession) => Session;
}

/** `secure`: the program uses https. */
export function createSessions({ sessions, hashes, clock }: Pick<App, 'sessions' | 'hashes' | 'clock'>, secure: boolean): Sessions {
  const cookie = createCookie(hostCookieName(SESSION_COOKIE, secure), secure);

  /** Caches valid signatures, because a browser sends the same one with every request. */
  const verified = new LRUCache<string, string>({ maxSize: VERIFIED, sizeCalculation: () => 1 });

  /** Null: the signature is not valid. */
  function signed(purpose: string, value: string): string | null {
    const shown = `${purpose} ${value}`;
    const known = verified.get(shown) ?? null;
    if (known !== null) return known;
    const text = checked(purpose, value);
    if (text !== null) verified.set(shown, text);
    return text;
  }

  function checked(purpose: string, value: string): string | null {
    const dot = value.lastIndexOf('.');
    const text = value.slice(0, dot);
    const given = Buffer.from(value.slice(dot + 1));
    const expected = Buffer.from(hashes.keyed(purpose, text));
    return dot > 0 && given.length === expected.length && timingSafeEqual(given, expected) ? text : null;
  }

  const live = async (id: string | null): Promise<StoredSession | null> => {
    const session = id === null ? null : await sessions.session(id);
    return session !== null && session.expires_at > clock.now() ? session : null;
  };

  /** The token contains `id~expiry`. Null: it is invalid or has expired. */
  function sessionOfToken(token: string): string | null {
    const [id, expiry = ''] = (signed('access', token) ?? '').split('~');
    return id && expiry > clock.now() ? id : null;
  }

  async function inBrowser({ headers }: IncomingMessage): Promise<StoredSession | null> {
    const value = cookie.in(headers);
    return live(value === null ? null : signed('session', value));
  }

  return {
    inBrowser,
    async of(request) {
      if (request.headers.authorization !== undefined) {
        const token = bearerIn(request);
        const session = await live(token === null ? null : sessionOfToken(token));
        return session && { session, by: 'bearer' };
      }
      const session = await inBrowser(request);
      return session && { session, by: 'cookie' };
    },
    cookie: ({ id }) => cookie.with(`${id}.${hashes.keyed('session', id)}`, COOKIE_SECONDS),
    noCookie: cookie.without,
    access({ id }) {
      const expires_at = later(clock.now(), ACCESS_MINUTES * 60_000);
      const text = `${id}~${expires_at}`;
      return { access_token: `${text}.${hashes.keyed('access', text)}`, token_type: 'bearer', expires_in: ACCESS_MINUTES * 60, expires_at };
    },
  };
}

/** Whether the header starts or ends a session. */
export const isSessionCookie = (header: string): boolean => /^(__Host-)?vouch_session=/.test(header);
