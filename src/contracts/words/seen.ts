/** What an AI or the rubric was given of a file of a proof. */
export interface Seen {
  readonly file: string;
  readonly as: 'whole' | 'beginning' | 'name';
}

const PARTS = { beginning: 'its beginning only', name: 'by name only' } as const;

/**
 * Which files a machine was given less of than the whole, for example 'after.png: by name only; log.txt: its beginning only'.
 * Null: it was given all of them, or somebody else judged. `files`: the files of the proof that still exist.
 */
export function seenWords(seen: readonly Seen[] | null, files: readonly { readonly id: string; readonly name: string }[]): string | null {
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const parts = (seen ?? []).flatMap(({ file, as }) => (as === 'whole' ? [] : [`${names.get(file) ?? 'A deleted file'}: ${PARTS[as]}`]));
  return parts.length === 0 ? null : parts.join('; ');
}
