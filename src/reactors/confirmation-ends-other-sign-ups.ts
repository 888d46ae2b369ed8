import { endSignups } from '../app/account/end-signups.ts';
import type { App } from '../app/app.ts';
import { accountDecider } from '../domain/account/decide.ts';
import { AccountConfirmed, accountStream } from '../domain/account/events.ts';
import { readState } from '../domain/kernel/read-stream.ts';
import type { Reactor } from './engine/reactor.ts';

/**
 * Where a sign-up is confirmed, the others that its address had by then end. That they can no longer be confirmed does not wait for it:
 * the address is reserved before.
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
    // Sign-ups are found in a read model, which may be behind the log.
    await app.waitForReadModels(event.position);
    return endSignups(app, account.address_key, event.position, { how: 'overtaken', correlationId, causationId: event.id });
  },
};
