import type { Client } from '../support/client.ts';
import type { Served } from '../support/served.ts';
import { cookieOf } from './made.ts';

/** Somebody who has paid for Pro. */
async function paying(served: Served, email: string): Promise<Client> {
  const client = await served.member(email);
  const { url } = (await client.post('/api/subscriptions/checkout-session')).body;
  if (!(await served.desk?.pay(decodeURIComponent(url.split('/').at(-1)), { notify: true }))) throw new Error('It was not paid.');
  return client;
}

/** People who have a plan to cancel, and one to take back. */
export async function ownPlans(served: Served): Promise<Readonly<Record<string, readonly string[]>>> {
  const cancelled = await paying(served, 'cancelled@example.org');
  await cancelled.post('/api/subscriptions/cancel');
  return {
    'POST /api/subscriptions/cancel': [cookieOf(await paying(served, 'paying@example.org'))],
    'POST /api/subscriptions/resume': [cookieOf(cancelled)],
  };
}
