import { addDays, localDate } from '../../../src/domain/calendar/local.ts';
import { deliveryStream } from '../../../src/domain/delivery/events.ts';
import { partnerKeyOwner, partnerStream } from '../../../src/domain/partner/events.ts';
import { NO_COUNTS } from '../../../src/projections/day/days.ts';
import type { World } from './world.ts';

/**
 * Each owner has a partner who accepted, and a task that was taken back. Then the first owner's partner changes, and
 * days with misses are closed.
 */
export function partnerActs(world: World, owners: readonly string[], pick: (below: number) => number): readonly (() => unknown)[] {
  const [first] = owners as [string];
  const write = (owner: string, event: Parameters<World['write']>[2]) =>
    world.write(partnerStream(`p-${owner}`), partnerKeyOwner(`p-${owner}`), event);
  const matter = (user_id: string) => ({ user_id, address_key: 'a', whatsapp_key: null, has_whatsapp: false, detail: 'titles' as const });
  const person = { name: 'Kim', email: 'kim@example.org', whatsapp: '' };
  for (const owner of owners) {
    write(owner, { type: 'PartnerInvited', data: matter(owner), private: person });
    write(owner, { type: 'PartnerAccepted', data: { user_id: owner, channel: 'mail' } });
    world.promise(owner, `back-${owner}`, 'Taken back', { due_date: addDays(localDate(world.now, world.zone), 1) });
    world.remove(owner, `back-${owner}`);
  }
  let notified = 0;
  const notify = (owner: string, date: string) => {
    const partner = { id: `p-${owner}`, key: 'a', dates: [date], tasks: [] };
    const data = { channel: 'mail', kind: 'partner_notice', user_id: owner, expires_at: null, partner } as const;
    const stream = deliveryStream(`n${notified}`);
    notified += 1;
    world.write(stream, partnerKeyOwner(partner.id), { type: 'DeliveryRequested', data, private: { to: person.email, name: person.name } });
    const which = { kind: 'partner_notice', channel: 'mail' } as const;
    const end = pick(2) === 0 ? ({ type: 'DeliveryCancelled', data: { ...which, reason: 'moved' } } as const) : null;
    world.write(stream, owner, end ?? { type: 'DeliverySent', data: { ...which, attempt: 1, message_id: 'm' } });
  };
  const figures = { current: 0, longest: 5, freezes: 1 };
  const closeWithMiss = (owner: string) => {
    const date = addDays(localDate(world.now, world.zone), -2 - pick(3));
    const { planned: _, ...counts } = { ...NO_COUNTS, missed: 1 };
    world.close(owner, { date, zone: world.zone, counts, streak: figures, before: figures, frozen: false });
    if (pick(2) === 0) notify(owner, date);
  };
  return [
    ...owners.map((owner) => () => closeWithMiss(owner)),
    () => write(first, { type: 'PartnerChanged', data: matter(first), private: { ...person, name: 'Kimi' } }),
    () => write(first, { type: 'PartnerInvited', data: matter(first), private: person }),
    () => write(first, { type: 'PartnerAccepted', data: { user_id: first, channel: 'mail' } }),
    () => write(first, { type: pick(2) === 0 ? 'PartnerUnsubscribed' : 'PartnerRemoved', data: { user_id: first } }),
  ];
}
