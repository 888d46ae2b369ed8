import { faultOf, upcastersOf } from '../domain/kernel/event-catalogue.ts';
import type { StoredEvent } from '../store/event-log/raw-log.ts';
import { upcasting } from '../store/event-log/upcasting.ts';
import { EVENTS } from './features.ts';

/** The steps by which older versions of events are read in today's shape. */
export const UPCASTERS = upcastersOf(EVENTS);

/** Why a stored event, once it is in today's shape, is not as its definition says; null: it is. Sealed parts stay closed. */
export function checkEvent(event: StoredEvent): string | null {
  try {
    return faultOf(EVENTS, upcasting(UPCASTERS).read(event), undefined);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
