/** What is known about the stores from each other. */
export interface StoreTraces {
  /** The log contains events. */
  readonly logHasEvents: boolean;
  /** The vault contains something that only exists after events: an owner's key, or the checkpoint of a reactor that has read events. */
  readonly vaultHasEntries: boolean;
  /** A read model or a reactor has read events. */
  readonly eventsWereRead: boolean;
}

export type LostStore = 'log' | 'vault';

/** A store is empty although others show that it was not. The message says what to do. */
export class StoreLost extends Error {
  override readonly name = 'StoreLost';
}

/**
 * The stores that are empty although they cannot be. A key is created before the first event of its owner is stored, so a vault with keys
 * says nothing about the log: the program may have stopped in between.
 */
export function lostStores({ logHasEvents, vaultHasEntries, eventsWereRead }: StoreTraces): readonly LostStore[] {
  return [
    ...(eventsWereRead && !logHasEvents ? (['log'] as const) : []),
    ...((logHasEvents || eventsWereRead) && !vaultHasEntries ? (['vault'] as const) : []),
  ];
}
