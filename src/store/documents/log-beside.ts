import type { Refolds } from '../../ports/documents.ts';
import type { StoredEvent } from '../event-log/raw-log.ts';
import { type Upcasters, upcasting } from '../event-log/upcasting.ts';
import type { LogBeside } from './collection.ts';

/** The log on files as the read models need it. */
export function logBeside(
  log: { readAt(positions: readonly number[]): readonly StoredEvent[] },
  refolds: Refolds,
  upcasters: Upcasters = {},
): LogBeside {
  const { read } = upcasting(upcasters);
  return { refolds, eventsAt: (positions) => log.readAt(positions).map(read) };
}
