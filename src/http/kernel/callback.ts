import type { Context } from 'koa';

/** A parameter of a callback; null: it is not there, is there twice, or is too long to be one. */
export const parameter = (query: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = query[name];
  return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : null;
};
const LONGEST = 2_048;

/** Under which address the browser reached the program: a provider has to send it back to the same one. */
export const originOf = ({ req }: Context, secure: boolean): string =>
  `${secure ? 'https' : 'http'}://${req.headers.host ?? ''}`.toLowerCase();

/** A look at the address of a callback, which must not use up its state. */
export const isLook = (context: Context): boolean => context.method === 'HEAD';
