/** A state, and the event up to which a stream was folded into it. */
export interface Fold<State> {
  readonly state: State;
  /**
   * The last event that is in it; null: there is none. Its hash stands for all events before it, too, because each hash
   * includes the one before.
   */
  readonly last: { readonly revision: number; readonly hash: string } | null;
}

/**
 * Folds that this process keeps, so that the next command on a long stream reads only what is new. Any of them can be
 * missing at any time. A fold is given only to the function that made it, and whoever gets it compares its last event
 * with the log before relying on it.
 */
export interface KeptFolds {
  get(stream: string, evolve: object): Fold<unknown> | undefined;
  keep(stream: string, evolve: object, fold: Fold<unknown>): void;
  drop(stream: string, evolve: object): void;
}
