import { type AccountCommand, accountDecider, addressDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { addressStream } from '../../domain/account/sign-in-events.ts';
import type { DeletedAccount } from '../../domain/account/state.ts';
import { deliveryDecider } from '../../domain/delivery/decide.ts';
import { deliveryStream } from '../../domain/delivery/events.ts';
import type { Requested } from '../../domain/delivery/state.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { readEvents } from '../../domain/kernel/fold-stream.ts';
import { type Context, handle } from '../../domain/kernel/handle.ts';
import { partnerDecider } from '../../domain/partner/decide.ts';
import { PartnerRemoved, partnerKeyOwner, partnerStream } from '../../domain/partner/events.ts';
import type { Cursor } from '../../ports/documents.ts';
import { deliveriesOf } from '../../projections/delivery.ts';
import type { App } from '../app.ts';
import { userCaller } from '../caller.ts';
import { endAllTokens } from '../connection/tokens.ts';
import { DAY_MS, HOUR_MS, later } from '../delivery/account-mails.ts';
import { requestDelivery } from '../delivery/requests.ts';
import { afterPartner } from '../partner/partner-reactions.ts';
import { recordsOf, sendToPartner } from '../partner/partner-record.ts';
import { forgetBilling } from '../subscription/upkeep.ts';
import { latest } from '../task/task-send.ts';
import { withAccountLock } from './account-lookup.ts';
import { endSignups } from './end-signups.ts';
import { asUser } from './sessions.ts';

const LIFETIME = DAY_MS;
const FAREWELL = 'farewell:';

/**
 * The name of a farewell's key. The farewell has its own key, so that the account's key can be destroyed before the farewell is sent. The
 * name does not contain the id of a person.
 */
export const farewellKeyOwner = (owner: string): string => `${FAREWELL}${idOf(owner)}`;

/** The delivery whose key this is; null if it is not the key of a farewell to an owner. */
export const deliveryOfFarewell = (keyOwner: string): string | null =>
  keyOwner.startsWith(FAREWELL) ? keyOwner.slice(FAREWELL.length) : null;

const idOf = (owner: string): string => derivedId('farewell', owner);

/** Requests, once, the mail that tells the owner that the account is deleted. This happens while the address can still be read. */
async function farewellToOwner(app: App, owner: string, left: DeletedAccount): Promise<void> {
  const id = idOf(owner);
  const email = await app.opener.open(owner, left.email);
  if (email === null || (await app.store.readStream(deliveryStream(id), 0, 1)).length > 0) return;
  const name = await app.opener.open(owner, left.full_name);
  const key = farewellKeyOwner(owner);
  await app.keys.createKey(key);
  const data = { channel: 'mail', kind: 'account_farewell', user_id: key, expires_at: later(app.clock.now(), LIFETIME) } as const;
  const to = { to: email.email, name: name?.full_name ?? '' };
  const context = { owner: key, actor: SYSTEM, correlationId: left.correlation_id, causationId: null };
  await requestDelivery(app, id, { data, private: to }, context);
}

/**
 * Removes the owner's partners like the owner would: partners who had accepted get a farewell, and unsent messages to them are cancelled.
 */
async function farewellToPartners(app: App, owner: string, correlationId: string): Promise<void> {
  for (const { id, state } of (await recordsOf(app, owner)).records) {
    if (state.status === 'invited' || state.status === 'accepted')
      await sendToPartner(app, userCaller(owner, correlationId), id, { type: 'Remove', if_match: null });
    const only = (event: Recorded): boolean => isEvent(event, PartnerRemoved);
    const removed = (await readEvents(app.store, partnerDecider, partnerStream(id), { only })).at(-1);
    if (removed) await afterPartner(app, removed);
  }
}

const MANY = 200;

/** Whether more than `but` unsent messages are sealed under this key. */
async function hasWaiting(app: App, key: string, but = 0): Promise<boolean> {
  const { items } = await deliveriesOf(app.views, key, { limit: MANY });
  return items.filter(({ doc }) => doc.status === 'waiting').length > but;
}

/** How long the program tries to send farewells after a deletion, in milliseconds. After that it destroys their keys. */
const LAST_MESSAGES = DAY_MS + HOUR_MS;

async function loadLeft(
  { store }: Pick<App, 'store'>,
  owner: string,
): Promise<{ readonly left: DeletedAccount | null; readonly deletion_at: string | null; readonly position: Position | null }> {
  const past = await readEvents(store, accountDecider, accountStream(owner));
  const state = past.reduce(accountDecider.evolve, accountDecider.initial);
  const position = past.at(-1)?.position ?? null;
  if (state.status === 'none') return { left: state.left ?? null, deletion_at: null, position };
  return { left: null, deletion_at: state.deletion_at, position };
}

/** Deletes an account. Nobody can use it from now on; `advanceDeletion` destroys its data, also after a crash. */
export async function requestDeletion(app: App, owner: string, correlationId: string): Promise<Position | null> {
  const command = { type: 'RequestDeletion' } as const;
  return (await handle(app, accountDecider, accountStream(owner), command, asUser(owner, correlationId))).position;
}

/**
 * Carries out the remaining steps of a deletion. Returns the position of the last event written, or the position up to which it read the
 * log if there was nothing to do. Every step can be repeated, so a deletion continues after a crash. Steps that need the key come before
 * the step that destroys it.
 */
export function advanceDeletion(app: App, owner: string): Promise<Position | null> {
  return withAccountLock(app, owner, async () => {
    const { left, position } = await loadDue(app, owner);
    if (left?.stage === 'requested') return destroy(app, owner, left);
    const over = left?.stage === 'deleted' && left.last_messages_until !== null && left.last_messages_until <= app.clock.now();
    return over ? forgetFarewells(app, owner, left) : position;
  });
}

/** A deletion that was put off is requested when its instant has come. */
async function loadDue(app: App, owner: string): ReturnType<typeof loadLeft> {
  const found = await loadLeft(app, owner);
  if (found.deletion_at === null || found.deletion_at > app.clock.now()) return found;
  const context = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  await handle(app, accountDecider, accountStream(owner), { type: 'RequestDeletion' }, context);
  return loadLeft(app, owner);
}

/** How long an owner can take a deletion back that they have put off, in milliseconds. */
const GRACE = 7 * DAY_MS;

/** Lets an account be deleted after 7 days. Repeated, it stays with the first instant. */
export async function scheduleDeletion(app: App, owner: string, correlationId: string): Promise<Position | null> {
  const command = { type: 'ScheduleDeletion', at: later(app.clock.now(), GRACE) } as const;
  return (await handle(app, accountDecider, accountStream(owner), command, asUser(owner, correlationId))).position;
}

/** @throws RuleViolation conflict: nothing is scheduled */
export async function cancelDeletion(app: App, owner: string, correlationId: string): Promise<Position | null> {
  return (await handle(app, accountDecider, accountStream(owner), { type: 'CancelDeletion' }, asUser(owner, correlationId))).position;
}

async function destroy(app: App, owner: string, left: DeletedAccount): Promise<Position | null> {
  const { store } = app;
  await app.waitForReadModels(await store.head());
  await endAllTokens(app, owner);
  await app.secretsUpkeep.forget(owner);
  const cancelled = await cancelWaiting(app, owner, left);
  const unbilled = await forgetBilling(app, owner, left.correlation_id);
  const takenAlong = left.unconfirmed ? null : await takeLeave(app, owner, left);
  await app.waitForReadModels(await store.head());
  await app.files.forget(owner);
  const released = await release(app, owner, left);
  await app.keys.destroyKey(owner);
  await destroyPartnerKeys(app, owner, { whileWaiting: false });
  await forgetCopies(app, owner);
  const lastMessagesUntil = later(app.clock.now(), left.unconfirmed ? 0 : LAST_MESSAGES);
  const deleted = await note(app, owner, { type: 'NoteDeleted', lastMessagesUntil }, left);
  const forgotten = left.unconfirmed ? await note(app, owner, { type: 'NoteForgotten' }, left) : null;
  return latest([cancelled, unbilled, takenAlong, released, deleted, forgotten]);
}

/** Also ends the sign-ups that other people began with this address, because they contain the address too. */
async function takeLeave(app: App, owner: string, left: DeletedAccount): Promise<Position | null> {
  await farewellToPartners(app, owner, left.correlation_id);
  await farewellToOwner(app, owner, left);
  return endSignups(app, left.address_key, await app.store.head(), { how: 'deleted', correlationId: left.correlation_id });
}

/** After the last farewell was sent or given up, its key is no longer needed. */
async function forgetFarewells(app: App, owner: string, left: DeletedAccount): Promise<Position | null> {
  await app.keys.destroyKey(farewellKeyOwner(owner));
  await destroyPartnerKeys(app, owner, { whileWaiting: true });
  await forgetCopies(app, owner);
  return note(app, owner, { type: 'NoteForgotten' }, left);
}

/** Also deletes copies that were written while the other steps ran. */
async function forgetCopies(app: App, owner: string): Promise<void> {
  await app.secretsUpkeep.forget(owner);
  for (const outbox of app.outboxes) await outbox.forget(owner);
}

/** A partner's key that a farewell still needs is destroyed after the farewell was sent. */
async function destroyPartnerKeys(app: App, owner: string, { whileWaiting }: { readonly whileWaiting: boolean }): Promise<void> {
  for (const { id } of (await recordsOf(app, owner)).records) {
    const key = partnerKeyOwner(id);
    if (whileWaiting || !(await hasWaiting(app, key))) await app.keys.destroyKey(key);
  }
}

const PAGE = 200;

async function cancelWaiting(app: App, owner: string, left: DeletedAccount): Promise<Position | null> {
  const positions: (Position | null)[] = [];
  let after: Cursor | null | undefined;
  do {
    const page = await deliveriesOf(app.views, owner, { limit: PAGE, ...(after && { after }) });
    for (const { id, doc } of page.items) {
      if (doc.status !== 'waiting') continue;
      const command = { type: 'Cancel', reason: 'deleted' } as const;
      positions.push((await handle(app, deliveryDecider, deliveryStream(id), command, bySystem(owner, left))).position);
    }
    after = page.next;
  } while (after !== null);
  return latest(positions);
}

async function release(app: App, owner: string, left: DeletedAccount): Promise<Position | null> {
  const command = { type: 'Release', userId: owner } as const;
  return (await handle(app, addressDecider, addressStream(left.address_key), command, bySystem(owner, left))).position;
}

async function note(app: App, owner: string, command: AccountCommand, left: DeletedAccount): Promise<Position | null> {
  const handling = { ...app, newId: () => derivedId('deletion_step', owner, command.type) };
  return (await handle(handling, accountDecider, accountStream(owner), command, bySystem(owner, left))).position;
}

const bySystem = (owner: string, { correlation_id }: DeletedAccount): Context => ({
  owner,
  actor: SYSTEM,
  correlationId: correlation_id,
  causationId: null,
});

type Message = Pick<Requested, 'kind' | 'user_id' | 'partner'>;

/** The owner whose history gets the outcome of a message; null if that account was deleted. */
export async function ownerOfOutcome(app: App, { user_id, partner }: Message): Promise<string> {
  return partner !== null && (await loadLeft(app, user_id)).left !== null ? partnerKeyOwner(partner.id) : user_id;
}

/**
 * Destroys the key that a message needed, if it was the last message of a deleted account. Call it before the outcome is recorded, so that
 * a crash cannot leave the key behind.
 */
export async function lastMessageEnded(app: App, { kind, user_id, partner }: Message): Promise<void> {
  if (kind === 'account_farewell') return app.keys.destroyKey(user_id);
  if (kind !== 'partner_farewell' || partner === null || (await loadLeft(app, user_id)).left === null) return;
  const key = partnerKeyOwner(partner.id);
  if (!(await hasWaiting(app, key, 1))) await app.keys.destroyKey(key);
}
