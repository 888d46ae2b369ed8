import type { Context } from 'koa';

/** Null: the parameter is missing, is repeated, or is too long to be valid. */
export const parameter = (query: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = query[name];
  return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : null;
};
const LONGEST = 2_048;

/** The origin under which the browser reached the program. The provider must send the browser back to the same one. */
export const originOf = ({ req }: Context, secure: boolean): string =>
  `${secure ? 'https' : 'http'}://${req.headers.host ?? ''}`.toLowerCase();

/** A HEAD request must not use up the state of a callback. */
export const isLook = (context: Context): boolean => context.method === 'HEAD';
