import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { readEvents } from '../../domain/kernel/fold-stream.ts';
import { partnerDecider } from '../../domain/partner/decide.ts';
import { PARTNER_WORDS, partnerStream } from '../../domain/partner/events.ts';
import { account } from '../../projections/account/accounts.ts';
import type { App } from '../app.ts';
import { openRecipient, requestDelivery } from '../delivery/requests.ts';
import type { Partner } from './partner-messages.ts';

/** Requests the mail that tells the owner what the partner said, once for each event. Null: it was requested, or the account was deleted. */
export async function tellOwner(app: App, { id, state }: Partner, eventId: string, correlationId: string): Promise<Position | null> {
  const owner = state.user_id;
  const found = await account(app.views, owner);
  const recipient = found && (await openRecipient(app, owner, found.doc));
  if (recipient === null) return null;
  const words = { partner_id: id, event_id: eventId };
  const data = { channel: 'mail', kind: 'words_of_partner', user_id: owner, expires_at: null, words } as const;
  const context = { owner, actor: SYSTEM, correlationId, causationId: eventId };
  return requestDelivery(app, derivedId('partner_words_mail', eventId), { data, private: recipient }, context);
}

/** What a partner has said on their page, oldest first. */
export function wordsOfPartner({ store }: Pick<App, 'store'>, id: string): Promise<readonly Recorded[]> {
  return readEvents(store, partnerDecider, partnerStream(id), { only: ({ type }) => PARTNER_WORDS.some((one) => one.type === type) });
}
