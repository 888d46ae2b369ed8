/** A part of a horizontal bar. */
export interface SharePart {
  /** `kept` and `missed` are states of tasks; the others only differ from each other. */
  readonly look: 'kept' | 'earlier' | 'missed' | 'outline' | 'focus';
  readonly value: number;
  /** Stands inside of the part if there is room. */
  readonly words: string;
}

export interface ShareRow {
  readonly name: string;
  readonly note: string;
  readonly parts: readonly SharePart[];
}

/** The shares of the width from which a part has room for its words, and for their first word. */
const ROOM = { words: 0.3, first: 0.1 } as const;

/** The words that have room in a part. `whole`: the value of a bar of the full width. */
export function wordsInside({ value, words }: SharePart, whole: number): string {
  const share = value / Math.max(1, whole);
  if (share >= ROOM.words) return words;
  return share >= ROOM.first ? (words.split(' ')[0] ?? '') : '';
}
