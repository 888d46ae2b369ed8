import type { IncomingHttpHeaders } from 'node:http';

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
