/** The searches that a field has sent, and whose address may not have arrived yet. */
export interface SentSearches {
  /** What was sent or shown last. */
  readonly last: string;
  /** Whether an address is one that the field has sent itself: then what the person has typed since must stay. */
  readonly arrived: (value: string) => boolean;
  readonly send: (text: string) => void;
}

/**
 * On a slow device the address of an earlier search can arrive when the next one has been sent already. An address that was not sent
 * means that another list was opened, or that the person went back.
 */
export function createSentSearches(first: string): SentSearches {
  let last = first;
  let awaited: readonly string[] = [first];
  return {
    get last() {
      return last;
    },
    arrived(value) {
      const at = awaited.indexOf(value);
      // Addresses that were replaced before they arrived never come. What has arrived may be shown once more.
      awaited = at === -1 ? [value] : awaited.slice(at);
      if (at === -1) last = value;
      return at !== -1;
    },
    send(text) {
      last = text;
      awaited = [...awaited, text];
    },
  };
}
