import type { IncomingHttpHeaders } from 'node:http';

/** A cookie of the program. It is sent with every path, and no script can read it. */
export interface Cookie {
  /** Its value in a request, or null. */
  readonly in: (headers: IncomingHttpHeaders) => string | null;
  /** The Set-Cookie header that gives it this value for so many seconds. */
  readonly with: (value: string, seconds: number) => string;
  /** The Set-Cookie header that takes it away. */
  readonly without: string;
}

/** `secure`: the program is served over https. */
export function createCookie(name: string, secure: boolean): Cookie {
  const cookie = (value: string, seconds: number): string =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    in: ({ cookie: header }) => (header === undefined ? null : cookieIn(header, name)),
    with: cookie,
    without: cookie('', 0),
  };
}

/** The name of a cookie that a browser over https takes from this host alone. */
export const hostCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The value of the cookie with this name in a Cookie header, or null. */
function cookieIn(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}
