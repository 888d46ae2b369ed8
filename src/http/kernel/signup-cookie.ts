import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { App } from '../../app/app.ts';
import { createCookie, hostCookieName } from './cookies.ts';

/** As long as the link of a sign-up works. */
const SECONDS = 24 * 3_600;
/** How many sign-ups one browser remembers. */
const MOST = 5;

/** A cookie by which a browser knows the sign-ups that were made in it. It signs nobody in. */
export interface SignupCookie {
  /** The ids of the sign-ups that the browser of a request knows, newest first. */
  readonly of: (request: IncomingMessage) => readonly string[];
  /** The cookie with one more of them. */
  readonly with: (request: IncomingMessage, userId: string) => string;
}

/** `secure`: the program is served over https. */
export function createSignupCookie({ hashes }: Pick<App, 'hashes'>, secure: boolean): SignupCookie {
  const cookie = createCookie(hostCookieName('vouch_signup', secure), secure);
  const signature = (text: string): string => hashes.keyed('signup cookie', text);

  function of({ headers }: IncomingMessage): readonly string[] {
    const [text = '', given = ''] = (cookie.in(headers) ?? '').split('.');
    const [expected, shown] = [Buffer.from(signature(text)), Buffer.from(given)];
    return expected.length === shown.length && timingSafeEqual(expected, shown) ? text.split('~') : [];
  }

  return {
    of,
    with(request, userId) {
      const text = [...new Set([userId, ...of(request)])].slice(0, MOST).join('~');
      return cookie.with(`${text}.${signature(text)}`, SECONDS);
    },
  };
}
