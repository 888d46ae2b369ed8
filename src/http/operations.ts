import Koa, { type Middleware } from 'koa';
import { HEALTH } from './kernel/meter.ts';

/** `/healthz` says that the process answers. It works under every host name, because it reveals nothing. */
export const answerHealth: Middleware = (context, next) => {
  if (context.path !== HEALTH) return next();
  context.set('Cache-Control', 'no-store');
  context.type = 'text/plain; charset=utf-8';
  context.body = 'ok\n';
  return undefined;
};

export interface OperationsPorts {
  /** The reasons why the program is not ready, without secrets. Empty: it is ready. Never rejects. */
  readonly faults: () => Promise<readonly { readonly name: string; readonly error: string }[]>;
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
  readonly onFault: (error: unknown) => void;
}

/** Runs on a separate port: `/healthz`, `/readyz`, `/metrics`. */
export function createOperations({ faults, metrics, onFault }: OperationsPorts): Koa {
  const koa = new Koa();
  koa.use(readOnly);
  koa.use(answerHealth);
  koa.use(async (context, next) => {
    context.set('Cache-Control', 'no-store');
    if (context.path === '/readyz') {
      const found = await faults();
      context.status = found.length === 0 ? 200 : 503;
      context.body = { ready: found.length === 0, faults: found };
    } else if (context.path === '/metrics') {
      const { type, text } = await metrics();
      context.body = text;
      context.set('Content-Type', type);
    } else return next();
  });
  koa.on('error', onFault);
  return koa;
}

const readOnly: Middleware = (context, next) => {
  if (context.method === 'GET' || context.method === 'HEAD') return next();
  context.status = 405;
  context.set('Allow', 'GET, HEAD');
  return undefined;
};
