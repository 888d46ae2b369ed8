import type { Middleware } from 'koa';
import { HEALTH } from '../kernel/meter.ts';

/** `/healthz`: the process runs and answers. It answers under every host name, because the answer reveals nothing. */
export const answerHealth: Middleware = (context, next) => {
  if (context.path !== HEALTH) return next();
  context.set('Cache-Control', 'no-store');
  context.type = 'text/plain; charset=utf-8';
  context.body = 'ok\n';
  return undefined;
};
