/** When a message to a recipient goes out, or may go out. Instants are RFC 3339, by the program's clock. */
export interface StoredPlace {
  /** The delivery's id. */
  readonly id: string;
  readonly kind: 'invitation' | 'summary';
  readonly at: string;
  /** It is kept until it is swept after this. */
  readonly expires_at: string;
}

/**
 * Which messages go to one recipient, over all accounts: for the bound on how many may on one day. `recipient` is a keyed
 * hash of the address or number. @throws StoreUnavailable, StoreFull
 */
export interface Places {
  /** Those that have not been swept, in any order. */
  placesOf(recipient: string): Promise<readonly StoredPlace[]>;
  /** Keeps a place. A delivery has one for each recipient: a new one replaces it. */
  putPlace(recipient: string, place: StoredPlace): Promise<void>;
}
