type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelName<Tail>>}` : Name;

export type Camel<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly unknown[]
    ? { [Index in keyof T]: Camel<T[Index]> }
    : T extends object
      ? { [Key in keyof T as Key extends string ? CamelName<Key> : Key]: Camel<T[Key]> }
      : T;

/** Names in request bodies that the API itself spells in camelCase. */
export const CAMEL_IN_BODIES: ReadonlySet<string> = new Set(['emailRedirectTo', 'proofData']);

// A list of tasks has the same names thousands of times.
const MOST_KEPT = 2_000;
const kept = new Map<string, string>();

export function camelName(name: string): string {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (kept.size < MOST_KEPT) kept.set(name, made);
  return made;
}

export const snakeName = (name: string): string =>
  CAMEL_IN_BODIES.has(name) ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), renamed(one, rename)]));
}

export const camel = <T>(wire: T): Camel<T> => renamed(wire, camelName) as Camel<T>;
export const snake = <T>(own: Camel<T>): T => renamed(own, snakeName) as T;
