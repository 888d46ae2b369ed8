/** Makes a value unchangeable throughout, maps and sets included, so that a fold that changes its state fails. */
export function frozen<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    for (const name of ['set', 'add', 'delete', 'clear'])
      if ((next instanceof Map || next instanceof Set) && name in next) Object.defineProperty(next, name, { value: refuse });
    open.push(...(next instanceof Map ? [...next.values()] : Object.values(next)));
    Object.freeze(next);
  }
  return value;
}

function refuse(): never {
  throw new TypeError('A state is never changed.');
}
