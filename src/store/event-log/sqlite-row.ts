import { type Position, START } from '../../domain/kernel/event.ts';
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
