import type { Context } from 'koa';
import type { Site } from '../../routes.ts';

/** The origin under which the caller reached the program. The host was checked before: it is one of the program's own. */
export const ownOrigin = ({ host }: Pick<Context, 'host'>, { secure }: Site): string => `${secure ? 'https' : 'http'}://${host}`;
