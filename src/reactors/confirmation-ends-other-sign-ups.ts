import { endSignups } from '../app/account/end-signups.ts';
import type { App } from '../app/app.ts';
import { accountDecider } from '../domain/account/decide.ts';
import { AccountConfirmed, accountStream } from '../domain/account/events.ts';
import { readState } from '../domain/kernel/read-stream.ts';
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
