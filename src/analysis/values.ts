import type { Json, JsonObject, Sealed } from '../domain/kernel/event.ts';

const SEALED = /^v\d+\.[0-9a-f-]{36}\./;

/** The type of the event or document says what was sealed, which does not matter here. */
export const isSealed = (value: string): value is Sealed<JsonObject> => SEALED.test(value);
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
