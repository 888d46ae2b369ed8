import type { AccountDoc } from '../../projections/account/accounts.ts';
import type { App } from '../app.ts';
import type { DeliveryRequest } from './request-delivery.ts';

/** The address and the name of an owner for a mail to them. Null: the account was deleted. */
export async function openRecipient(
  { opener }: Pick<App, 'opener'>,
  owner: string,
  { email, full_name }: Pick<AccountDoc, 'email' | 'full_name'>,
): Promise<DeliveryRequest['private'] | null> {
  const [identity, named] = await Promise.all([opener.open(owner, email), opener.open(owner, full_name)]);
  return identity && { to: String(identity.email), name: String(named?.full_name ?? '') };
}
