import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { App } from '../../app/app.ts';
import { cookieIn } from './session.ts';

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
  const name = secure ? '__Host-vouch_signup' : 'vouch_signup';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const signature = (text: string): string => hashes.keyed('signup cookie', text);

  function of({ headers }: IncomingMessage): readonly string[] {
    const [text = '', given = ''] = (headers.cookie === undefined ? '' : (cookieIn(headers.cookie, name) ?? '')).split('.');
    const [expected, shown] = [Buffer.from(signature(text)), Buffer.from(given)];
    return expected.length === shown.length && timingSafeEqual(expected, shown) ? text.split('~') : [];
  }

  return {
    of,
    with(request, userId) {
      const text = [...new Set([userId, ...of(request)])].slice(0, MOST).join('~');
      return `${name}=${text}.${signature(text)}; Max-Age=${SECONDS}; ${attributes}`;
    },
  };
}
