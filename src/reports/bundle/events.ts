import type { App } from '../../app/app.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { accountsOf } from '../../projections/ledger/ledgers.ts';
import { leavesOf } from '../../projections/ledger/tree.ts';
import type { BundlePart, BundleRequest } from './part.ts';

const PIECE = 500;

type Request = Pick<BundleRequest, 'app' | 'owner' | 'head'>;

/**
 * One event per line, as JSON: the events of the ledger up to the bundle's head, and no others. Each is as it is stored, with its personal
 * part opened in `private` and the sealed part, over which the hash was computed, in `sealed`.
 */
async function* eventLines(request: Request): AsyncGenerator<string> {
  for (const [stream, end] of await streamsIn(request)) yield* linesOf(request, stream, end);
}

/** The owner's streams, oldest first, each with the last revision that the head includes. */
async function streamsIn({ app, owner, head }: Request): Promise<ReadonlyMap<string, number>> {
  const streams = new Map<string, number>();
  for await (const page of leavesOf(app.views, owner, head.size)) for (const { doc } of page) streams.set(doc.stream, doc.revision);
  return streams;
}

async function* linesOf({ app, owner }: Request, stream: string, end: number): AsyncGenerator<string> {
  for (let from = 0; from <= end; from += PIECE) {
    const events = await app.store.readStored(stream, from, Math.min(PIECE, end - from + 1));
    // An address may have had another owner before.
    for (const event of events) if (accountsOf(event).includes(owner)) yield await lineOf(app, event);
  }
}

async function lineOf({ opener }: App, event: Recorded): Promise<string> {
  const key = event.metadata.owner;
  const opened = event.private === null || key === null ? null : await opener.open(key, event.private);
  return `${JSON.stringify({ ...event, private: opened, sealed: event.private })}\n`;
}

export const eventsPart: BundlePart = {
  path: 'events.ndjson',
  about: ['Everything that was ever recorded for you, one event a line, stream by stream,', 'oldest stream first.'],
  files: async (request) => [{ path: 'events.ndjson', pieces: () => eventLines(request) }],
};
