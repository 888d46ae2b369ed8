import type { Middleware } from 'koa';
import { HEALTH } from '../kernel/meter.ts';

/** `/healthz`: the process lives and answers. For whoever asks by whatever host name: it tells nothing. */
export const answerHealth: Middleware = (context, next) => {
  if (context.path !== HEALTH) return next();
  context.set('Cache-Control', 'no-store');
  context.type = 'text/plain; charset=utf-8';
  context.body = 'ok\n';
  return undefined;
};
