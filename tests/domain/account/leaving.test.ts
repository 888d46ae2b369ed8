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

test('a deletion is decided once, and what follows only after it, in order', () => {
  leaving.gives('AccountDeletionRequested').when({ type: 'RequestDeletion' }).gives();
  member.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).gives();
  leaving.when({ type: 'NoteForgotten' }).gives();
  const deleted = leaving.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).gives('AccountDeleted');
  deleted.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).gives();
  deleted.when({ type: 'NoteForgotten' }).gives('AccountForgotten').when({ type: 'NoteForgotten' }).gives();
});

test('no event of it holds anything personal', () => {
  const all = leaving.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).when({ type: 'NoteForgotten' });
  expect(all.past.slice(2).map((event) => event.private)).toEqual([null, null, null]);
});

test('who leaves has no account any more, for any command', () => {
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

test('a changed profile says what was there', () => {
  const changed = member.when({ type: 'ChangeProfile', full_name: 'Ada L.', if_match: null });
  expect(changed.fresh[0]?.data).toMatchObject({
    fields: ['full_name'],
    was: { full_name: member.state.status === 'none' ? null : member.state.full_name },
  });
});

test('an address is released by its holder alone, and is free again', () => {
  const address = given(addressDecider, { stream: addressStream('key'), owner });
  const held = address.when({ type: 'Reserve', userId: 'u1' });
  held.when({ type: 'Release', userId: 'u2' }).gives();
  const free = held.when({ type: 'Release', userId: 'u1' }).gives('AddressReleased');
  free.when({ type: 'Release', userId: 'u1' }).gives();
  const next = free.when({ type: 'Reserve', userId: 'u2' }).gives('AddressReserved');
  next.when({ type: 'Release', userId: 'u1' }).gives();
});
