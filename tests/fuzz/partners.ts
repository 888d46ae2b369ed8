import type { Client } from '../support/client.ts';
import type { Served } from '../support/served.ts';
import { cookieOf, inMail, made } from './made.ts';

/** The ids of two partners, as somebody has them in the trial of Pro. The first one has accepted. */
export async function partnersOf(served: Served, ada: Client): Promise<readonly [string, string]> {
  await ada.post('/api/subscriptions/trial');
  const first = await made(ada.post('/api/partners', { name: 'Søren', email: 'soren@example.org' }));
  const second = await made(ada.post('/api/partners', { name: 'Pat', email: 'pat@example.org' }));
  await ada.post(`/partner/${await inMail(served, 'soren@example.org', /\/partner\/(\w+)/)}/accept`);
  return [first, second];
}

/** A person whose partner may be changed. */
export async function withPartner(served: Served, email: string): Promise<{ readonly cookie: string; readonly partner: string }> {
  const owner = await served.member(email);
  return { cookie: cookieOf(owner), partner: await made(owner.post('/api/partners', { name: 'Pia', email: `partner-of-${email}` })) };
}
