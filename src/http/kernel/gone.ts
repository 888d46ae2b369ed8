import type { Context } from 'koa';
import { Refusal } from './problems.ts';

/**
 * Does work for a client. The signal aborts when the client closes the connection before the work is done.
 * @throws Refusal if the work gave up because of that: nobody reads it, and it is no fault of the program
 */
export async function unlessGone<T>({ res }: Pick<Context, 'res'>, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  const closed = (): void => gone.abort();
  if (res.closed) closed();
  res.once('close', closed);
  try {
    return await work(gone.signal);
  } catch (error) {
    // Any other error is one, and tells that something may have been written.
    throw gone.signal.aborted && error === gone.signal.reason ? new Refusal(400, 'malformed', 'The client closed the connection.') : error;
  } finally {
    res.off('close', closed);
  }
}
