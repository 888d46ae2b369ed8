/** Tags that differ only in case have the same key. Tags are stored in NFC. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase().normalize('NFC');
