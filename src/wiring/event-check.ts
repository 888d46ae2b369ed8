import { faultOf, upcastersOf } from '../domain/kernel/event-catalogue.ts';
import type { StoredEvent } from '../store/event-log/raw-log.ts';
import { upcasting } from '../store/event-log/upcasting.ts';
import { EVENTS } from './features.ts';

/** The upcasters that bring older versions of events to today's shape. */
export const UPCASTERS = upcastersOf(EVENTS);

/** Says why a stored event, in today's shape, does not match its definition; null if it does. Sealed parts are not opened. */
export function checkEvent(event: StoredEvent): string | null {
  try {
    return faultOf(EVENTS, upcasting(UPCASTERS).read(event), undefined);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
