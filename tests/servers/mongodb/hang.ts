import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';

/** The database that it writes to. */
export const WATCHED = 'vouch_watch';

/** How often the server is tried, and how long it may take to answer, in milliseconds. */
export interface WatchOptions {
  readonly everyMs?: number;
  readonly answerMs?: number;
}

/**
 * Tries a write again and again until `end`, and calls `hung` each time it was not answered: where the server of all tests of
 * a run hangs, every test over it waits until its own time is over. Does not keep the process alive.
 */
export function watchForHang(
  url: string,
  { everyMs = 5_000, answerMs = 30_000 }: WatchOptions,
  hung: () => Promise<void>,
): { end(): Promise<void> } {
  const ended = new AbortController();
  const client = new MongoClient(url, { serverSelectionTimeoutMS: answerMs });
  const written = () =>
    client
      .db(WATCHED)
      .collection<{ _id: string }>('tries')
      .updateOne({ _id: 'tried' }, { $inc: { times: 1 } }, { upsert: true })
      .then(
        () => true,
        () => false,
      );
  const answers = () => Promise.race([written(), pause(answerMs, false, { ref: false })]);
  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      await pause(everyMs, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
      if (!ended.signal.aborted && !(await answers()) && !ended.signal.aborted) await hung();
    }
  }
  const watching = watch();
  return {
    async end() {
      ended.abort();
      await client.close(true);
      await watching;
    },
  };
}
