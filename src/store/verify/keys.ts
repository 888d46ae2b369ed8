import type { Sealed } from '../../domain/kernel/event.ts';
import type { Keys } from '../../ports/secrets.ts';
import { unseal } from '../seal.ts';
import { type Fault, faultOf } from './fault.ts';

/** A sealed part of an event. */
export interface SealedPart {
  readonly stream: string;
  readonly event_id: string;
  readonly sealed: Sealed;
}

export interface KeyChecks {
  readonly vault: Pick<Keys, 'key'>;
  /** Everybody who has a key, if the vault can tell. */
  readonly owners: readonly string[];
  /** The first sealed part of each owner. */
  readonly sealed: ReadonlyMap<string, SealedPart>;
  /** Whether an owner has to have a key: nobody has asked to be forgotten. */
  readonly mustHaveKey: (owner: string) => boolean;
}

/** Opens each key, and one sealed part with it. */
export async function checkKeys({ vault, owners, sealed, mustHaveKey }: KeyChecks): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const owner of new Set([...owners, ...sealed.keys()])) {
    const part = sealed.get(owner);
    const at = { subject: owner, ...(part && { stream: part.stream, event_id: part.event_id }) };
    const key = await vault.key(owner).catch(() => 'damaged' as const);
    if (key === 'damaged') faults.push(faultOf('keys', `the key of ${owner} in the vault is damaged`, at));
    else if (key === null && mustHaveKey(owner)) faults.push(faultOf('keys', `the key of ${owner} is missing in the vault`, at));
    else if (key !== null && part && unseal(key, owner, part.sealed) === null)
      faults.push(faultOf('keys', `the key of ${owner} does not open what was sealed with it`, at));
  }
  return faults;
}
