import { expect, test } from 'vitest';
import type { DeliveryKind, ToPartner } from '../../src/domain/delivery/events.ts';
import { noticesOf } from '../../src/projections/partner/notices.ts';
import { build } from './support/build.ts';
import { World } from './support/world.ts';

const MONDAY = '2026-10-26';
const FRIDAY = '2026-10-30';

/** An owner with a partner who has accepted. */
function accepted(): World {
  const world = new World();
  world.register('u1');
  const matter = { user_id: 'u1', address_key: 'a', whatsapp_key: null, has_whatsapp: false, detail: 'titles' as const };
  world.write('partner-p', 'partner:p', {
    type: 'PartnerInvited',
    data: matter,
    private: { name: 'K', email: 'k@example.org', whatsapp: '' },
  });
  world.write('partner-p', 'partner:p', { type: 'PartnerAccepted', data: { user_id: 'u1', channel: 'mail' } });
  return world;
}

const report = (world: World) =>
  world.write(`weekly_report-u1-2026-11-02`, 'u1', {
    type: 'WeeklyReportCame',
    data: { date: '2026-11-02', zone: 'UTC', scheduled_at: world.now, from: MONDAY, to: '2026-11-01', outcome: 'off' },
  });
const escalate = (world: World) =>
  world.write(`reminder-u1-${FRIDAY}`, 'u1', { type: 'EscalationCame', data: { date: FRIDAY, outcome: 'escalated' } });
let count = 0;
const request = (world: World, kind: DeliveryKind, dates: readonly string[], parts?: ToPartner['parts']) => {
  count += 1;
  const partner = { id: 'p', key: 'a', dates, tasks: [], ...(parts && { parts }) };
  const data = { channel: 'mail', kind, user_id: 'u1', expires_at: null, partner } as const;
  world.write(`delivery-n${count}`, 'partner:p', { type: 'DeliveryRequested', data, private: { to: 'k@example.org', name: 'K' } });
};
const waiting = async (world: World) =>
  ((await noticesOf((await build(world.events)).views, 'u1'))?.parts ?? []).map(({ kind, date }) => `${kind} ${date}`);

test('a topic stops waiting once a message covers it', async () => {
  const world = accepted();
  escalate(world);
  report(world);
  expect(await waiting(world)).toEqual([`escalation ${FRIDAY}`, `week ${MONDAY}`]);
  request(world, 'partner_digest', [], [{ kind: 'week', date: MONDAY }]);
  expect(await waiting(world)).toEqual([`escalation ${FRIDAY}`]);
});

test('a summary on request covers no week', async () => {
  const world = accepted();
  request(world, 'partner_summary', [MONDAY, '2026-11-01'], []);
  report(world);
  expect(await waiting(world)).toEqual([`week ${MONDAY}`]);
});

test('a second message on another channel covers no escalation', async () => {
  const world = accepted();
  escalate(world);
  request(world, 'partner_escalation', [FRIDAY], []);
  expect(await waiting(world)).toEqual([`escalation ${FRIDAY}`]);
});

test('in an older log without parts, where summaries were requested first, nothing waits again', async () => {
  const world = accepted();
  request(world, 'partner_summary', [MONDAY, '2026-11-01']);
  report(world);
  escalate(world);
  request(world, 'partner_escalation', [FRIDAY]);
  request(world, 'partner_notice', [FRIDAY]);
  expect(await waiting(world)).toEqual([]);
});

test('a former partner gets none of the waiting topics', async () => {
  const world = accepted();
  escalate(world);
  world.write('partner-p', 'partner:p', { type: 'PartnerRemoved', data: { user_id: 'u1' } });
  expect(await waiting(world)).toEqual([]);
});

test('a second partner gets no topics, and the first one keeps theirs', async () => {
  const world = accepted();
  const second = { user_id: 'u1', address_key: 'b', whatsapp_key: null, has_whatsapp: false, detail: 'titles', role: 'second' } as const;
  const write = (event: Parameters<World['write']>[2]) => world.write('partner-q', 'partner:q', event);
  write({ type: 'PartnerInvited', data: second, private: { name: 'Q', email: 'q@example.org', whatsapp: '' } });
  write({ type: 'PartnerAccepted', data: { user_id: 'u1', channel: 'mail', role: 'second' } });
  escalate(world);
  expect(await waiting(world)).toEqual([`escalation ${FRIDAY}`]);
  write({ type: 'PartnerRemoved', data: { user_id: 'u1' } });
  expect(await waiting(world)).toEqual([`escalation ${FRIDAY}`]);
  expect((await noticesOf((await build(world.events)).views, 'u1'))?.partner_id).toBe('p');
});
