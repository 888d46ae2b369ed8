import { accountDecider, addressDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { addressStream } from '../../domain/account/sign-in-events.ts';
import type { Account, AccountState } from '../../domain/account/state.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';

/** Addresses are compared without case. */
export const foldAddress = (email: string): string => email.normalize('NFC').toLowerCase();

/** An id in the form of UUID version 4, made from a keyed hash. Unlike other ids it does not reveal when it was made. */
export const idFrom = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;

export interface Found {
  readonly key: string;
  /** Null: nobody has this address. */
  readonly userId: string | null;
  readonly state: AccountState;
  /** The id to answer with if the answer must not reveal whether this address has an account. The same address always gives the same id. */
  readonly invented: string;
}

export interface Lookup {
  readonly addressKey: (email: string) => string;
  readonly load: (userId: string) => Promise<AccountState>;
  /** The user for whom an address is reserved, by the key of the address; null: nobody. */
  readonly holder: (key: string) => Promise<string | null>;
  readonly find: (email: string) => Promise<Found>;
  readonly identity: (userId: string, account: Account) => Promise<{ readonly email: string; readonly name: string }>;
  /** The same for a user by id. @throws RuleViolation not_found if there is no account */
  readonly identityOf: (userId: string) => Promise<{ readonly email: string; readonly name: string }>;
}

export function createLookup({ hashes, store, opener }: Pick<App, 'hashes' | 'store' | 'opener'>): Lookup {
  const addressKey = (email: string): string => hashes.keyed('address', foldAddress(email));

  const load = (userId: string): Promise<AccountState> => readState(store, accountDecider, accountStream(userId));

  async function holder(key: string): Promise<string | null> {
    return (await readState(store, addressDecider, addressStream(key))).user_id;
  }

  const identity: Lookup['identity'] = async (userId, account) => ({
    email: (await opener.open(userId, account.email))?.email ?? '',
    name: (await opener.open(userId, account.full_name))?.full_name ?? '',
  });

  return {
    addressKey,
    load,
    holder,
    /** Known and unknown addresses cause the same reads, so that the response time reveals nothing. */
    async find(email) {
      const key = addressKey(email);
      const invented = idFrom(hashes.keyed('invented', key));
      const userId = await holder(key);
      return { key, userId, invented, state: await load(userId ?? invented) };
    },
    identity,
    async identityOf(userId) {
      const account = await load(userId);
      if (account.status === 'none') throw new RuleViolation('not_found', 'There is no such account.');
      return identity(userId, account);
    },
  };
}

/** Runs work for one account one piece after the other, so that nothing is created for an account that is being deleted. */
export const withAccountLock = <T>(app: Pick<App, 'store' | 'shared'>, owner: string, work: () => Promise<T>): Promise<T> =>
  withOwnerLock(app, owner, work, 'leaving');
