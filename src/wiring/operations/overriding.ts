/** The same thing with some of its members in place of its own; the rest runs on the thing itself, private parts included. */
export function overriding<T extends object>(thing: T, members: Partial<T>): T {
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
