import type { Query, QueryClient } from '@tanstack/react-query';

/** By the hash of a query whose answer was put back into the cache: until when it is known to have been true. */
type Times = Map<string, number>;
const restored = new WeakMap<QueryClient, Times>();

/** A query does not count any more as soon as the server has answered it. A change that this page makes is no answer. */
function timesOf(client: QueryClient): Times {
  const found = restored.get(client);
  if (found) return found;
  const times: Times = new Map();
  restored.set(client, times);
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) times.delete(event.query.queryHash);
  });
  return times;
}

/** `at`: by the hash of the query, in milliseconds of this browser's clock. */
export function markRestored(client: QueryClient, at: ReadonlyMap<string, number>): void {
  const times = timesOf(client);
  for (const [hash, time] of at) times.set(hash, time);
}

/** Until when an answer is known to have been true, in milliseconds of this browser's clock. Null: this page has read it itself. */
export const restoredAsOf = (client: QueryClient, { queryHash }: Query): number | null => restored.get(client)?.get(queryHash) ?? null;

/** The same of everything that is shown: the earliest time of its parts. */
export function shownAsOf(client: QueryClient): number | null {
  if (!restored.get(client)?.size) return null;
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const times = shown.flatMap((query) => restoredAsOf(client, query) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
