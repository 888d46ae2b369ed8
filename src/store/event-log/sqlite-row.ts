import { type Position, START } from '../../domain/kernel/event.ts';
import type { Select } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';
import type { StoredEvent } from './raw-log.ts';

export type Row = { position: number; json: string };

export const asPosition = (position: number | bigint): Position => String(position).padStart(START.length, '0');

/** Needs one JSON.parse for each event, because everything but the position is in one column. */
export function asStored({ position, json }: Row): StoredEvent {
  const event = storedJson<Omit<StoredEvent, 'position'> & { position: Position }>(json);
  event.position = asPosition(position);
  return event;
}

/** The event at a position, by a statement that selects it. @throws Error if it is missing */
export function eventAt(select: Select<Row>, position: number): StoredEvent {
  const row = select.get(position);
  if (row === undefined) throw new Error(`The log has no event at position ${position}. \`vouch verify\` says what else is missing.`);
  return asStored(row);
}
