import type { App } from '../../app/app.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { inPieces } from '../../domain/kernel/fold-stream.ts';
import type { Cursor } from '../../ports/documents.ts';
import { streamsOf } from '../../projections/account/accounts.ts';
import type { BundlePart } from './part.ts';

const PAGE = 200;

/**
 * One event per line, as JSON. Each is as it is stored, with its personal part opened in `private` and the sealed part, over
 * which the hash was computed, in `sealed`.
 */
async function* eventLines(app: App, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  do {
    const page = await streamsOf(app.views, owner, { limit: PAGE, ...(after && { after }) });
    for (const { id } of page.items) yield* linesOf(app, owner, id);
    after = page.next;
  } while (after !== null);
}

async function* linesOf(app: App, owner: string, stream: string): AsyncGenerator<string> {
  for await (const events of inPieces(app.store, stream))
    for (const event of events) {
      if (!isOf(event, owner)) continue;
      const key = event.metadata.owner;
      const opened = event.private === null || key === null ? null : await app.opener.open(key, event.private);
      yield `${JSON.stringify({ ...event, private: opened, sealed: event.private })}\n`;
    }
}

/** Whether an event belongs to the owner. An address may have had another owner before; a partner's events name their user. */
const isOf = ({ metadata, data }: Recorded, owner: string): boolean =>
  metadata.owner === owner || ('user_id' in data && data.user_id === owner);

export const eventsPart: BundlePart = {
  path: 'events.ndjson',
  about: ['Everything that was ever recorded for you, one event a line, stream by stream,', 'oldest stream first.'],
  files: async ({ app, owner }) => [{ path: 'events.ndjson', pieces: () => eventLines(app, owner) }],
};
