import { accountDecider } from '../../domain/account/decide.ts';
import { accountStream, type SignupEnding } from '../../domain/account/events.ts';
import type { AccountState } from '../../domain/account/state.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import { pagesOfSignups } from '../../projections/account/signups.ts';
import type { App } from '../app.ts';
import { latest } from '../task/task-send.ts';

export interface Ending {
  readonly how: SignupEnding;
  readonly correlationId: string;
  readonly causationId?: string | null;
}

/** Ends an unconfirmed sign-up. Due work destroys its data. Does nothing if the account is confirmed. */
export const endSignup = (app: App, userId: string, { how, correlationId, causationId = null }: Ending): Promise<Handled<AccountState>> => {
  const context = { owner: userId, actor: SYSTEM, correlationId, causationId };
  return handle(app, accountDecider, accountStream(userId), { type: 'EndSignup', how }, context);
};

/**
 * Ends all sign-ups with an address, except those that come after `until` in the log. If the account of the address is deleted, their
 * passwords, links and stored answers are deleted at once and not by due work. Returns the position of the last event written.
 */
export async function endSignups(app: App, addressKey: string, until: Position, ending: Ending): Promise<Position | null> {
  const positions: (Position | null)[] = [];
  for await (const page of pagesOfSignups(app.views, addressKey))
    for (const { id, doc } of page) {
      if (doc.place > until) continue;
      positions.push((await endSignup(app, id, ending)).position);
      if (ending.how === 'deleted') await app.secretsUpkeep.forget(id);
    }
  return latest(positions);
}
