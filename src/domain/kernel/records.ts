/**
 * The names of a record's fields. Call it only with records that have exactly the fields of their type. TypeScript gives `string[]`,
 * because a value can have more fields than its type says; this is the one place that decides otherwise.
 */
export const keysOf = <Fields extends object>(fields: Fields): (keyof Fields & string)[] =>
  Object.keys(fields) as (keyof Fields & string)[];

/** A record with these fields, each with the value that is computed for it. */
export function recordOf<Name extends string, Value>(names: readonly Name[], valueFor: (name: Name) => Value): Record<Name, Value> {
  // `Object.fromEntries` forgets the names.
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>;
}

/** The named fields of an object. A field that the object does not have is `undefined` in the result. */
export function pick<Fields extends object, Name extends keyof Fields>(from: Fields, names: readonly Name[]): Pick<Fields, Name> {
  // `Object.fromEntries` forgets which value belongs to which name.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<Fields, Name>;
}

/** An object whose fields can be left out, but are not `undefined` where they are given. */
export type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The object without the fields that are `undefined`. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  // `Object.fromEntries` forgets which value belongs to which name.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;

/** A value is missing that the code around it guarantees: a mistake of the program. */
class MissingValue extends Error {
  override readonly name = 'MissingValue';
}

/**
 * The value, which is always there. `what` names it for the error.
 * @throws MissingValue
 */
export function required<Value>(value: Value, what: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new MissingValue(`There is no ${what}.`);
  return value;
}
