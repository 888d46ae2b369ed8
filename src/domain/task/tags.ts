/** What tags that differ in case alone have in common. Tags are kept in NFC. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase().normalize('NFC');
