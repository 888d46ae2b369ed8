type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelName<Tail>>}` : S;

type SnakeName<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeName<Tail>}`
    : `_${Lowercase<Head>}${SnakeName<Tail>}`
  : S;

/** A type with its camelCase names in snake_case, one level deep. */
export type Snake<T> = { -readonly [K in keyof T as K extends string ? SnakeName<K> : K]: T[K] };

/** A type of the wire with its snake_case names in camelCase, one level deep. */
export type Camel<T> = { [K in keyof T as K extends string ? CamelName<K> : K]: T[K] };

const camelName = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const camel = <T extends object>(wire: T): Camel<T> =>
  Object.fromEntries(Object.entries(wire).map(([name, value]) => [camelName(name), value])) as Camel<T>;
export const snake = <T extends object>(own: T): Snake<T> =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [snakeName(name), value])) as Snake<T>;
