import type { AnyEventDefinition, Upcaster } from './define-event.ts';
import type { JsonObject, Recorded } from './event.ts';

/** All types of event of a program, by their stored names. */
export type EventCatalogue = ReadonlyMap<string, AnyEventDefinition>;

/** @throws Error if two aggregates declare the same stored name */
export function catalogueOf(...lists: readonly (readonly AnyEventDefinition[])[]): EventCatalogue {
  const catalogue = new Map<string, AnyEventDefinition>();
  for (const definition of lists.flat()) {
    const known = catalogue.get(definition.type);
    if (known !== undefined && known !== definition) throw new Error(`The event ${definition.type} is declared twice.`);
    catalogue.set(definition.type, definition);
  }
  return catalogue;
}

/**
 * Says in what an event differs from its definition; null: in nothing. `personal` is its decrypted personal part;
 * undefined if that cannot be decrypted, because the key was destroyed.
 */
export function faultOf(
  catalogue: EventCatalogue,
  { type, data }: Pick<Recorded, 'type' | 'data'>,
  personal: JsonObject | null | undefined,
): string | null {
  const definition = catalogue.get(type);
  if (definition === undefined) return `the catalogue of events has no ${type}`;
  const checked = definition.data.safeParse(data);
  if (!checked.success) return `its data: ${saying(checked.error.issues)}`;
  if (personal === undefined) return null;
  if (definition.private === null) return personal === null ? null : 'it has a personal part, and its type has none';
  const opened = definition.private.safeParse(personal ?? undefined);
  return opened.success ? null : `its personal part: ${saying(opened.error.issues)}`;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Names only fields, because values may be personal. */
const saying = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`)).join('; ');

/** The upcasters of all types that have any, by stored name. */
export const upcastersOf = (catalogue: EventCatalogue): Readonly<Record<string, readonly Upcaster[]>> =>
  Object.fromEntries([...catalogue].filter(([, { upcasters }]) => upcasters.length > 0).map(([type, { upcasters }]) => [type, upcasters]));
