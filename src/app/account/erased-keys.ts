import { accountDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { deliveryDecider } from '../../domain/delivery/decide.ts';
import { deliveryStream } from '../../domain/delivery/events.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { partnerOfKey } from '../../domain/partner/events.ts';
import { account } from '../../projections/account/accounts.ts';
import { partner } from '../../projections/partner/partners.ts';
import type { App } from '../app.ts';
import { namesOf } from '../names-of.ts';
import { loadPartner } from '../partner/partner-record.ts';
import { deliveryOfFarewell } from './account-deletion.ts';

/**
 * Destroys keys that are in the vault although the log says that they were destroyed, because an older copy of the vault was put back. The
 * read models must serve. Returns the number of these keys.
 * @throws StoreUnavailable, StoreFull
 */
export async function destroyErasedKeys(app: App): Promise<number> {
  let count = 0;
  for await (const owner of namesOf((page) => app.keyOwners.keyOwners(page))) {
    if (!(await isErased(app, owner))) continue;
    await app.keys.destroyKey(owner);
    await app.secretsUpkeep.forget(owner);
    await app.files.forget(owner);
    count += 1;
  }
  return count;
}

/** Most owners are found in a read model, which forgets them when they are erased, so that few streams are read. */
async function isErased(app: App, owner: string): Promise<boolean> {
  const partnerId = partnerOfKey(owner);
  if (partnerId !== null) return (await partner(app.views, partnerId)) === null && isPartnerErased(app, partnerId);
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
