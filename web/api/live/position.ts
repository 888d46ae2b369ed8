import type { Query, QueryClient } from '@tanstack/react-query';
import { LIVE_POSITION } from '../../../src/contracts/live.ts';

/** The ids from which live connections may begin, by query client. */
const positions = new WeakMap<QueryClient, string>();

/**
 * The position in this page's document, if the document had the browser read things before the session: then it is older than they
 * are. Null: the document has none.
 */
export const positionOfDocument = (): string | null =>
  typeof document === 'undefined' ? null : (document.querySelector<HTMLMetaElement>(`meta[name="${LIVE_POSITION}"]`)?.content ?? null);

/** Whether a query was or is being read. */
export const isRead = ({ state }: Query): boolean => state.data !== undefined || state.status === 'error' || state.fetchStatus !== 'idle';

/**
 * Keeps the position that came with an answer about the session, if everything that the screens show will be read after it.
 * `sessionRoot` is the beginning of the keys of the session, which was itself read after the position was taken.
 */
export function keepPosition(client: QueryClient, position: string | null, sessionRoot: string): void {
  const read = client.getQueryCache().findAll({ predicate: (query) => query.queryKey[0] !== sessionRoot && isRead(query) });
  if (position !== null && read.length === 0) positions.set(client, position);
}

/** All changes that the reads of this client may lack came after this. Null: nothing is known. */
export const positionBeforeReads = (client: QueryClient): string | null => positions.get(client) ?? null;
