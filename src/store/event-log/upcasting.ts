import type { Upcaster } from '../../domain/kernel/define-event.ts';
import type { JsonObject, Recorded } from '../../domain/kernel/event.ts';
import type { StoredEvent } from './raw-log.ts';

/**
 * The upcasters of each event type, from version 1 on. A type with n upcasters is written at version n + 1, a type
 * that is not listed at version 1.
 */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

export interface Upcasting {
  version(type: string): number;
  /** The event in today's shape. Its metadata stay as stored. @throws Error for an event of a newer version */
  read(event: StoredEvent): Recorded;
}

export function upcasting(upcasters: Upcasters): Upcasting {
  const steps = new Map(Object.entries(upcasters));
  const version = (type: string): number => (steps.get(type)?.length ?? 0) + 1;
  return {
    version,
    read(event) {
      const from = event.metadata.schema_version;
      const to = version(event.type);
      if (from === to) return event;
      if (from > to) {
        throw new Error(
          `Event ${event.id} is a ${event.type} of version ${from}; this program knows version ${to}. Start the newer program.`,
        );
      }
      const data = (steps.get(event.type) ?? []).slice(from - 1).reduce<JsonObject>((old, step) => step(old), event.data);
      return { ...event, data };
    },
  };
}
