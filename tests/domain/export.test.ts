import { expect, test } from 'vitest';
import { exportDecider } from '../../src/domain/export/decide.ts';
import { exportStream } from '../../src/domain/export/events.ts';
import { exportsIn } from '../../src/domain/export/exports.ts';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { given } from '../support/given.ts';

const owner = 'u1';
const fresh = given(exportDecider, { stream: exportStream(owner), owner });
const EXPIRES = '2026-11-21T16:00:00.000Z';
const requested = (export_id: string) => ({ type: 'ExportRequested', data: { export_id } }) as const;
const readyEvent = (export_id: string) => ({ type: 'ExportReady', data: { export_id, expires_at: EXPIRES, size: 100 } }) as const;
const request = (id: string) => ({ type: 'Request', id }) as const;
const readied = (id: string) => ({ type: 'NoteReady', id, expiresAt: EXPIRES, size: 100 }) as const;

test('makes one bundle at a time', () => {
  fresh.when(request('a')).gives(requested('a')).when(request('b')).gives();
});

test('ignores what is recorded twice or concerns another bundle than the current one', () => {
  const ready = fresh.when(request('a')).when(readied('a')).gives(readyEvent('a'));
  ready.when(readied('a')).gives();
  ready.when({ type: 'NoteFailed', id: 'a' }).gives();
  fresh.when(readied('a')).gives();
  fresh.when(request('a')).when(readied('b')).gives();
});

test('lets the owner ask again after a failure, and keeps the bundle that is ready', () => {
  const failed = fresh
    .when(request('a'))
    .when(readied('a'))
    .when(request('b'))
    .when({ type: 'NoteFailed', id: 'b' })
    .gives({ type: 'ExportFailed', data: { export_id: 'b' } });
  expect(failed.state.ready?.id).toBe('a');
  failed.when(request('c')).gives(requested('c'));
});

test('replaces the former bundle by a newer one', () => {
  const both = fresh
    .when(request('a'))
    .when(readied('a'))
    .when(request('b'))
    .when(readied('b'))
    .gives({ type: 'ExportExpired', data: { export_id: 'a' } }, readyEvent('b'));
  expect(both.state.ready?.id).toBe('b');
  both.when({ type: 'Take', id: 'a' }).gives();
});

test('lets the bundle be taken once', () => {
  const taken = fresh
    .when(request('a'))
    .when(readied('a'))
    .when({ type: 'Take', id: 'a' })
    .gives({ type: 'ExportTaken', data: { export_id: 'a' } });
  taken.when({ type: 'Take', id: 'a' }).gives();
  taken.when({ type: 'Expire', now: '2026-12-01T00:00:00.000Z' }).gives();
});

test('expires at its instant and not before', () => {
  const ready = fresh.when(request('a')).when(readied('a'));
  ready.when({ type: 'Expire', now: '2026-11-21T15:59:59.999Z' }).gives();
  ready
    .when({ type: 'Expire', now: '2026-11-25T00:00:00.000Z' })
    .gives({ type: 'ExportExpired', data: { export_id: 'a' }, at: EXPIRES, by: SYSTEM });
});

test('commands for a bundle that is not there change nothing', () => {
  fresh.when({ type: 'Take', id: 'a' }).gives();
  fresh.when({ type: 'NoteFailed', id: 'a' }).gives();
  fresh.when({ type: 'Expire', now: '2026-12-01T00:00:00.000Z' }).gives();
});

test('a bundle expires exactly at its instant', () => {
  const ready = fresh.when(request('a')).when(readied('a'));
  const expired = ready.when({ type: 'Expire', now: EXPIRES });
  expect(expired.fresh).toHaveLength(1);
  expect(expired.state).toEqual({ under_way: null, ready: null });
});

test('each bundle that was asked for stays listed, with how it ended', () => {
  const fetched = fresh.when(request('a')).when(readied('a')).when({ type: 'Take', id: 'a' });
  const failed = fetched.when(request('b')).when({ type: 'NoteFailed', id: 'b' });
  const ready = failed.when(request('c')).when(readied('c'));
  const all = ready.when(request('d')).when(readied('d')).when(request('e'));
  const listed = exportsIn(all.past);
  expect(listed.map(({ id, status, size }) => [id, status, size])).toEqual([
    ['a', 'fetched', 100],
    ['b', 'failed', null],
    ['c', 'expired', 100],
    ['d', 'ready', 100],
    ['e', 'under_way', null],
  ]);
  expect(listed[3]).toMatchObject({ expires_at: EXPIRES, ready_at: expect.any(String), requested_at: expect.any(String) });
  expect(exportsIn([])).toEqual([]);
});

test('the state has the request of the bundle that is being made, until it is ready or has failed', () => {
  const asked = fresh.when(request('a'));
  const [event] = asked.fresh;
  expect(asked.state).toEqual({
    under_way: { id: 'a', correlation_id: event?.metadata.correlation_id, event_id: event?.id },
    ready: null,
  });
  expect(asked.when(readied('a')).state).toEqual({ under_way: null, ready: { id: 'a', expires_at: EXPIRES } });
  expect(asked.when({ type: 'NoteFailed', id: 'a' }).state).toEqual({ under_way: null, ready: null });
});

test('the state is not changed by the end of another bundle', () => {
  const ready = fresh.when(request('a')).when(readied('a'));
  const [taken] = ready.when({ type: 'Take', id: 'a' }).fresh;
  const other = { ...taken, data: { export_id: 'b' } } as NonNullable<typeof taken>;
  expect(exportDecider.evolve(ready.state, other)).toEqual(ready.state);
  expect(exportDecider.evolve(exportDecider.initial, other)).toEqual(exportDecider.initial);
});
