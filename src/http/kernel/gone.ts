import type { Context } from 'koa';

/** Does work for a client. The signal aborts when the client closes the connection before the work is done. */
export async function unlessGone<T>({ res }: Pick<Context, 'res'>, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  const closed = (): void => gone.abort();
  if (res.closed) closed();
  res.once('close', closed);
  try {
    return await work(gone.signal);
  } finally {
    res.off('close', closed);
  }
}
