import { LRUCache } from 'lru-cache';
import type { Sealed } from '../domain/kernel/event.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { Keys, Opener } from '../ports/secrets.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import type { VaultDriver } from './vault/driver.ts';

/** Authenticated together with the value, so that a sealed value opens only for its owner and its event. */
const boundTo = (owner: string, eventId: string): string => `${owner}.${eventId}`;

/** Encrypts the JSON text of an object with AES-256-GCM, as `v1.<event id>.<base64url of iv, ciphertext, tag>`. */
export function seal(key: Uint8Array, owner: string, eventId: string, json: string): Sealed {
  // The brand of a sealed value exists only for the compiler, and this is the one place that seals.
  return `v1.${eventId}.${encrypt(key, boundTo(owner, eventId), json).toString('base64url')}` as Sealed;
}

/** The JSON text of the object; null if it is not a sealed value of this owner and key. */
export function unseal(key: Uint8Array, owner: string, sealed: string): string | null {
  const [version, eventId, body, more] = sealed.split('.');
  if (version !== 'v1' || !eventId || !body || more !== undefined) return null;
  return decrypt(key, boundTo(owner, eventId), Buffer.from(body, 'base64url'))?.toString('utf8') ?? null;
}

/** Keys that report the destruction of a key, by this process or another, so that values opened with it are also dropped. */
export interface WatchedKeys extends Keys {
  onKeyDestroyed(listener: (owner: string) => void): void;
  /** False while it is unknown which keys other processes have destroyed. Cached keys must then be read again. */
  keysCurrent(): boolean;
}

export interface WatchedVault extends VaultDriver, WatchedKeys {}

interface Opened {
  readonly owner: string;
  readonly value: object;
}

export interface OpenerOptions {
  /** The size of the cache, in characters of sealed text. */
  readonly remember?: number;
  /** The number of owners whose keys are cached for `openNow`. */
  readonly owners?: number;
}

/** Creates an opener over the vault's keys. A value that does not belong to the owner and key gives null. */
export function openOpener(
  vault: Pick<WatchedKeys, 'key' | 'onKeyDestroyed' | 'keysCurrent'>,
  { remember = 2 * 1024 * 1024, owners = 10_000 }: OpenerOptions = {},
): Opener {
  const keys = new LRUCache<string, Uint8Array>({ maxSize: owners, sizeCalculation: () => 1 });
  const opened = new LRUCache<string, Opened>({ maxSize: remember, sizeCalculation: (_, sealed) => sealed.length });
  let forgotten = 0;
  function forget(owner: string): void {
    forgotten += 1;
    keys.delete(owner);
    for (const [sealed, entry] of opened.entries()) if (entry.owner === owner) opened.delete(sealed);
  }
  vault.onKeyDestroyed(forget);

  const openWith = (key: Uint8Array, owner: string, sealed: string): object | null => {
    const known = opened.get(sealed);
    if (known) return known.owner === owner ? known.value : null;
    const text = unseal(key, owner, sealed);
    if (text === null) return null;
    const value: object = Object.freeze(JSON.parse(text));
    opened.set(sealed, { owner, value });
    return value;
  };
  // The type of a sealed value says what was sealed: the decider's types have checked it, and nobody else can seal.
  const textsOf = <Texts>(key: Uint8Array, owner: string, sealed: Sealed<Texts>) => openWith(key, owner, sealed) as Texts | null;

  /** Calls `use` with the key of this owner, before anything else can destroy it or push it out of the cache; null: there is no key. */
  async function withKey<T>(owner: string, use: (key: Uint8Array) => T): Promise<T | null> {
    for (;;) {
      const known = vault.keysCurrent() ? keys.get(owner) : undefined;
      if (known) return use(known);
      const before = forgotten;
      const key = await vault.key(owner);
      if (key === null) {
        if (keys.has(owner)) forget(owner);
        return null;
      }
      // If a key was destroyed during the read, it may have been this one, so it is read again.
      if (before !== forgotten) continue;
      keys.set(owner, key);
      return use(key);
    }
  }

  return {
    async ready(owner) {
      await withKey(owner, () => undefined);
    },
    openNow(owner, sealed) {
      if (sealed === null) return null;
      const key = keys.get(owner);
      if (!key) return null;
      if (!vault.keysCurrent()) throw new StoreUnavailable('Whether the key of this owner is still there cannot be known at present.');
      return textsOf(key, owner, sealed);
    },
    async open(owner, sealed) {
      return sealed === null ? null : withKey(owner, (key) => textsOf(key, owner, sealed));
    },
  };
}
