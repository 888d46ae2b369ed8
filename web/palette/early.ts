export const PALETTE_LABEL = 'Search and commands';
export const PALETTE_PLACEHOLDER = 'Search tasks, places and commands';
/** The keys that move through the list and choose from it. */
export const LIST_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter']);

/** What was done in the temporary field. */
export interface Early {
  /** For the list. */
  readonly keys: readonly string[];
  /** In the text. Both numbers are the same if it is only a cursor. */
  readonly selection: readonly [number, number];
}
