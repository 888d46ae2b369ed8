/** A word that shares so many characters with a key in a row may be a part of it. */
const SHARED = 6;
const HIDDEN = '[key]';

/**
 * What a service says about a key, without the key: words that hold a part of it are replaced. Null where nothing is left, or
 * where the key is in it in another spelling.
 */
export function withoutKey(text: string, key: string, longest: number): string | null {
  const words = text
    .replaceAll(/\p{C}/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const size = Math.min(SHARED, key.length);
  const pieces = new Set(Array.from({ length: key.length - size + 1 }, (_, at) => key.slice(at, at + size).toLowerCase()));
  const holdsPiece = (word: string): boolean => {
    const lower = word.toLowerCase();
    return Array.from({ length: Math.max(0, lower.length - size + 1) }, (_, at) => lower.slice(at, at + size)).some((piece) =>
      pieces.has(piece),
    );
  };
  const clean = words.map((word) => (holdsPiece(word) ? HIDDEN : word)).join(' ');
  if (clean === '' || isIn(clean, key)) return null;
  const characters = [...clean];
  return characters.length <= longest ? clean : `${characters.slice(0, longest - 1).join('')}…`;
}

/** Whether a text holds the key with other characters between its own, or encoded. */
function isIn(text: string, key: string): boolean {
  const bare = (value: string): string => value.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
  const spellings = [key, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex'), [...key].toReversed().join('')];
  return spellings.map(bare).some((spelling) => spelling !== '' && bare(text).includes(spelling));
}
