import type { PushSubscription } from '../contracts/push.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { PushSubscriptionDoc } from '../projections/push.ts';

/** A subscription as the API gives it, without its endpoint and keys. */
export async function presentPushSubscription(opener: Opener, { id, doc }: Stored<PushSubscriptionDoc>): Promise<PushSubscription> {
  const { owner, name, created_at, last_sent_at, problem } = doc;
  return { id, name: (await opener.open(owner, name))?.name ?? '', created_at, last_sent_at, problem };
}
