import { accountDecider } from '../../domain/account/decide.ts';
import { AccountDeleted, AccountForgotten, accountStream } from '../../domain/account/events.ts';
import { deliveryDecider } from '../../domain/delivery/decide.ts';
import { deliveryStream } from '../../domain/delivery/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { partnerOfKey } from '../../domain/partner/events.ts';
import { account, accounts } from '../../projections/account/accounts.ts';
import { partners } from '../../projections/partner/partners.ts';
import type { App } from '../app.ts';
import { pagesOfNames } from '../names-of.ts';
import { loadPartner } from '../partner/partner-record.ts';
import { deliveryOfFarewell } from './account-deletion.ts';

/**
 * Destroys keys that are in the vault although the log says that they were destroyed, because an older copy of the vault was put back. It
 * looks through all keys. The read models must serve. Returns the number of these keys.
 * @throws StoreUnavailable, StoreFull
 */
export async function destroyErasedKeys(app: App): Promise<number> {
  let count = 0;
  for await (const owners of pagesOfNames((page) => app.keyOwners.keyOwners(page))) {
    for (const owner of await unknownOf(app, owners)) {
      if (!(await isErased(app, owner))) continue;
      await app.keys.destroyKey(owner);
      await app.secretsUpkeep.forget(owner);
      await app.files.forget(owner);
      count += 1;
    }
  }
  return count;
}

const EVENTS_AT_ONCE = 500;

/**
 * Whether somebody may have been erased between the two positions of the log. A key is destroyed before the event that says so, so a vault
 * that knows an event has no key that was destroyed before it.
 * @throws StoreUnavailable
 */
export async function isAnyErased({ store }: Pick<App, 'store'>, after: Position, through: Position): Promise<boolean> {
  for (let read = after; read < through; ) {
    const events = await store.readAll(read, EVENTS_AT_ONCE);
    if (events.some(mayErase)) return true;
    read = events.at(-1)?.position ?? through;
  }
  return false;
}

/** The end of a farewell destroys a key as well. It is recorded under that key's name, or under the name of a partner's key. */
function mayErase(event: Recorded): boolean {
  const { owner } = event.metadata;
  if (isEvent(event, AccountDeleted, AccountForgotten)) return true;
  return owner !== null && (deliveryOfFarewell(owner) !== null || partnerOfKey(owner) !== null);
}

/** The names of keys whose owners are in no read model, which forgets them when they are erased. Only the streams of these are read. */
async function unknownOf({ views }: App, keyOwners: readonly string[]): Promise<readonly string[]> {
  const { documents, current } = views;
  const partnerIds = keyOwners.flatMap((owner) => partnerOfKey(owner) ?? []);
  const [knownAccounts, knownPartners] = await Promise.all([
    documents.getMany(current(accounts.name), keyOwners),
    documents.getMany(current(partners.name), partnerIds),
  ]);
  return keyOwners.filter((owner) => {
    const partnerId = partnerOfKey(owner);
    return partnerId === null ? !knownAccounts.has(owner) : !knownPartners.has(partnerId);
  });
}

/** For the owner of a key that is in no read model. */
async function isErased(app: App, owner: string): Promise<boolean> {
  const partnerId = partnerOfKey(owner);
  if (partnerId !== null) return isPartnerErased(app, partnerId);
  const delivery = deliveryOfFarewell(owner);
  if (delivery !== null) return isOver(app, delivery);
  if ((await account(app.views, owner)) !== null) return false;
  return ['deleted', 'forgotten'].includes(await stageOf(app, owner));
}

/** As long as a farewell to a partner waits, it needs the partner's key. */
async function isPartnerErased(app: App, id: string): Promise<boolean> {
  const state = await loadPartner(app, id);
  return state.status !== 'none' && (await stageOf(app, state.user_id)) === 'forgotten';
}

async function isOver({ store }: App, delivery: string): Promise<boolean> {
  const { status } = await readState(store, deliveryDecider, deliveryStream(delivery));
  return status !== 'none' && status !== 'waiting';
}

async function stageOf({ store }: App, userId: string): Promise<string> {
  const state = await readState(store, accountDecider, accountStream(userId));
  return state.status === 'none' ? (state.left?.stage ?? 'none') : state.status;
}
