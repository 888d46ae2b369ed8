/**
 * The names of a record's fields. Only for records that have exactly the fields of their type. TypeScript returns
 * `string[]` for `Object.keys`, because a value can have more fields than its type says.
 */
export const keysOf = <Fields extends object>(fields: Fields): (keyof Fields & string)[] =>
  Object.keys(fields) as (keyof Fields & string)[];

/** Makes a record with these fields. `value` computes each value. */
export function recordOf<Name extends string, Value>(names: readonly Name[], valueFor: (name: Name) => Value): Record<Name, Value> {
  // `Object.fromEntries` forgets the names.
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>;
}

/** The named fields of an object. A field that the object does not have is `undefined` in the result. */
export function pick<Fields extends object, Name extends keyof Fields>(from: Fields, names: readonly Name[]): Pick<Fields, Name> {
  // `Object.fromEntries` forgets which value belongs to which name.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<Fields, Name>;
}

/** Changes optional fields that may be `undefined` to optional fields that may not. */
export type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Removes the fields whose value is `undefined`. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  // `Object.fromEntries` forgets which value belongs to which name.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;

/** A value is missing that the program guarantees: a fault of the program. */
class MissingValue extends Error {
  override readonly name = 'MissingValue';
}

/** Returns a value that must not be undefined or null. `what` names it in the error. @throws MissingValue */
export function required<Value>(value: Value, what: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new MissingValue(`There is no ${what}.`);
  return value;
}

/**
 * The item at an index at which the list must have one. A negative index counts from the end.
 * @throws RangeError if there
 * is none
 */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list.at(index);
  if (item === undefined) throw new RangeError(`There is no item ${index} among ${list.length}.`);
  return item;
}
