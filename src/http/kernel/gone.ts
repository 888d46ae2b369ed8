import type { Context } from 'koa';

/** Aborts when the client closes the connection before it has the whole answer. */
export function whenGone({ res }: Pick<Context, 'res'>): AbortSignal {
  const gone = new AbortController();
  const closed = (): void => {
    if (!res.writableFinished) gone.abort();
  };
  if (res.closed) closed();
  else res.once('close', closed);
  return gone.signal;
}
