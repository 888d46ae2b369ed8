/** What tags that differ in case alone have in common. They are compared in NFC, as they are kept. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase().normalize('NFC');

export const sameTag = (one: string, other: string): boolean => tagKey(one) === tagKey(other);

/** The tags of which no two differ in case alone, each in the spelling that came first. */
export function uniqueTags(tags: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) if (!first.has(tagKey(tag))) first.set(tagKey(tag), tag);
  return [...first.values()];
}
