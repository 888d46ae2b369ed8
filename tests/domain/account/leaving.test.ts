import { expect, test } from 'vitest';
import { addressStream } from '../../../src/domain/account/address-events.ts';
import { accountDecider, addressDecider } from '../../../src/domain/account/decide.ts';
import { accountStream } from '../../../src/domain/account/events.ts';
import { given } from '../../support/given.ts';

const owner = 'u1';
const identity = { email: 'ada@example.org', full_name: 'Ada' };
const register = { type: 'Register', addressKey: 'key', timezone: 'Europe/Berlin', identity } as const;
const UNTIL = '2026-11-22T00:00:00.000Z';
const member = given(accountDecider, { stream: accountStream(owner), owner })
  .when(register)
  .when({ type: 'Confirm' });
const leaving = member.when({ type: 'RequestDeletion' });

test('decides a deletion once, and allows the later steps only after it and in order', () => {
  leaving
    .gives({ type: 'AccountDeletionRequested', data: { address_key: 'key' } })
    .when({ type: 'RequestDeletion' })
    .gives();
  member.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).gives();
  leaving.when({ type: 'NoteForgotten' }).gives();
  const deleted = leaving
    .when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL })
    .gives({ type: 'AccountDeleted', data: { last_messages_until: UNTIL } });
  deleted.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).gives();
  deleted.when({ type: 'NoteForgotten' }).gives({ type: 'AccountForgotten', data: {} }).when({ type: 'NoteForgotten' }).gives();
});

test('puts nothing personal into the events of a deletion', () => {
  const all = leaving.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).when({ type: 'NoteForgotten' });
  expect(all.past.slice(2).map((event) => event.private)).toEqual([null, null, null]);
});

test('refuses every command for a deleted account', () => {
  for (const command of [
    { type: 'Confirm' },
    { type: 'ChangeProfile', full_name: 'Eve', if_match: null },
    { type: 'NotePassword', how: 'change' },
    { type: 'SignOutEverywhere' },
  ] as const)
    leaving.refuses(command, 'not_found');
  leaving.refuses(register, 'conflict');
  given(accountDecider, { stream: accountStream(owner), owner }).refuses({ type: 'RequestDeletion' }, 'not_found');
});

test('records the former values when the profile changes', () => {
  const changed = member.when({ type: 'ChangeProfile', full_name: 'Ada L.', if_match: null });
  expect(changed.fresh[0]?.data).toMatchObject({
    fields: ['full_name'],
    was: { full_name: member.state.status === 'none' ? null : member.state.full_name },
  });
});

test('lets only the holder release an address, which is then free again', () => {
  const address = given(addressDecider, { stream: addressStream('key'), owner });
  const held = address.when({ type: 'Reserve', userId: 'u1' });
  held.when({ type: 'Release', userId: 'u2' }).gives();
  const free = held.when({ type: 'Release', userId: 'u1' }).gives({ type: 'AddressReleased', data: { user_id: 'u1' } });
  free.when({ type: 'Release', userId: 'u1' }).gives();
  const next = free.when({ type: 'Reserve', userId: 'u2' }).gives({ type: 'AddressReserved', data: { user_id: 'u2' } });
  next.when({ type: 'Release', userId: 'u1' }).gives();
});
