import type { KeyList } from '../../src/contracts/ledger/head.ts';
import { keyListIn } from '../../src/contracts/ledger/papers/key-list.ts';

/** The keys of the origin of this page, which the server writes into it. Null: the page came without them. */
export function ownKeys(): KeyList | null {
  const text = document.getElementById('vouch-keys')?.textContent;
  return text ? keyListIn(text) : null;
}
