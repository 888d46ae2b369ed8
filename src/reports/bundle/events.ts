import type { App } from '../../app/app.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { streamsOf } from '../../projections/account/streams.ts';
import type { Cursor } from '../../projections/engine/documents.ts';

const PAGE = 200;

/** An event a line: as it is stored, with its personal part opened beside the sealed one that the hash was taken over. */
export async function* eventLines(app: App, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  do {
    const page = await streamsOf(app.views, owner, { limit: PAGE, ...(after && { after }) });
    for (const { id } of page.items) yield* linesOf(app, owner, id);
    after = page.next;
  } while (after !== null);
}

async function* linesOf(app: App, owner: string, stream: string): AsyncGenerator<string> {
  for (const event of await app.store.readStream(stream)) {
    if (!isOf(event, owner)) continue;
    const key = event.metadata.owner;
    const opened = event.private === null || key === null ? null : await app.opener.open(key, event.private);
    yield `${JSON.stringify({ ...event, private: opened, sealed: event.private })}\n`;
  }
}

/** An address may have had another owner before; a partner's events name the user they are about. */
const isOf = ({ metadata, data }: Recorded, owner: string): boolean =>
  metadata.owner === owner || ('user_id' in data && data.user_id === owner);
