import { endSignups } from '../app/account/end-signups.ts';
import { tellOfNewDevice, tellOfScheduledDeletion, warnOfRefusedSignIns } from '../app/account/safety-mails.ts';
import type { App } from '../app/app.ts';
import { followConnection } from '../app/integration.ts';
import { tellOfPastDue } from '../app/subscription/upkeep.ts';
import { endDeletedToken } from '../app/token.ts';
import { accountDecider } from '../domain/account/decide.ts';
import { AccountConfirmed, AccountDeletionScheduled, accountStream } from '../domain/account/events.ts';
import { SessionRefused, SessionStarted } from '../domain/account/sign-in-events.ts';
import { ConnectionMade, ConnectionRemoved } from '../domain/connection/events.ts';
import { readState } from '../domain/kernel/fold-stream.ts';
import { SubscriptionPastDue } from '../domain/subscription/events.ts';
import type { TokenEvent } from '../domain/token/events.ts';
import type { Reactor } from './engine/reactor.ts';

/**
 * Ends the other sign-ups with an address after one of them is confirmed. They cannot be confirmed even before that, because the address is
 * reserved first.
 */
export const confirmationEndsOtherSignups: Reactor<App> = {
  name: 'confirmation-ends-other-sign-ups',
  from: 'now',
  events: [AccountConfirmed.type],
  async react(event, app) {
    const { owner, correlation_id: correlationId } = event.metadata;
    if (owner === null) return null;
    const account = await readState(app.store, accountDecider, accountStream(owner));
    if (account.status !== 'confirmed') return null;
    // The read model with the sign-ups may be behind the log.
    await app.waitForReadModels(event.position);
    return endSignups(app, account.address_key, event.position, { how: 'overtaken', correlationId, causationId: event.id });
  },
};

/** Tells the owner by mail about a sign-in from an unknown browser. */
export const ownerHearsOfNewDevice: Reactor<App> = {
  name: 'owner-hears-of-new-device',
  from: 'now',
  events: [SessionStarted.type],
  react: (event, app) => tellOfNewDevice(app, event),
};

/** Tells the owner by mail on which day the account will be deleted. */
export const ownerHearsOfDeletion: Reactor<App> = {
  name: 'owner-hears-of-deletion',
  from: 'now',
  events: [AccountDeletionScheduled.type],
  react: (event, app) => tellOfScheduledDeletion(app, event),
};

/** Tells the owner by one mail about many refused sign-ins on one day. */
export const ownerHearsOfRefusedSignIns: Reactor<App> = {
  name: 'owner-hears-of-refused-sign-ins',
  from: 'now',
  events: [SessionRefused.type],
  async react(event, app) {
    // The read model that counts them may be behind the log.
    await app.waitForReadModels(event.position);
    return warnOfRefusedSignIns(app, event);
  },
};

/** Tells the owner by one mail about a failed payment. */
export const ownerHearsOfPastDue: Reactor<App> = {
  name: 'owner-hears-of-past-due',
  from: 'now',
  events: [SubscriptionPastDue.type],
  react: (event, app) => tellOfPastDue(app, event),
};

const TOKEN_ENDS = ['PersonalTokenDeleted'] as const satisfies readonly TokenEvent['type'][];

/** Makes sure that a deleted token is refused, even if the program stopped between the event and the change of the vault. */
export const deletedTokenEnds: Reactor<App> = {
  name: 'deleted-token-ends',
  from: 'start',
  events: TOKEN_ENDS,
  async react(event, app) {
    await endDeletedToken(app, event);
    return null;
  },
};

/** Ends the owner's permission for a GitHub account when the connection changes, even if the program stopped in between. */
export const switchFollowsConnection: Reactor<App> = {
  name: 'switch-follows-connection',
  from: 'start',
  events: [ConnectionMade.type, ConnectionRemoved.type],
  react: (event, app) => followConnection(app, event),
};
