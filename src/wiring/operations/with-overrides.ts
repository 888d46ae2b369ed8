/** The object with some of its members replaced. All other members run on the object itself, including its private parts. */
export function withOverrides<T extends Members, Members extends object = T>(thing: T, members: Partial<Members>): T {
  const known = new Map<PropertyKey, unknown>(Object.entries(members));
  return new Proxy(thing, {
    get(target, name) {
      if (known.has(name)) return known.get(name);
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const bound: unknown = value.bind(target);
      known.set(name, bound);
      return bound;
    },
  });
}
