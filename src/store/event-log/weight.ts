const OBJECT = 32;
const MEMBER = 16;

/**
 * About how many bytes a value takes in memory. A value that occurs twice counts twice. It uses a list instead of recursion, because a
 * state can contain a linked list of thousands of objects.
 */
export function weightOf(value: unknown): number {
  let bytes = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') bytes += OBJECT + next.length;
    else if (typeof next !== 'object' || next === null) bytes += MEMBER / 2;
    else {
      const members = membersOf(next);
      bytes += OBJECT + MEMBER * members.length;
      for (const member of members) open.push(member);
    }
  }
  return bytes;
}

function membersOf(value: object): readonly unknown[] {
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  return value instanceof Set ? [...value] : Object.values(value);
}
