import { expect, test } from 'vitest';
import { LIVE_KINDS } from '../../src/contracts/live.ts';
import { keysOf } from '../../src/domain/kernel/records.ts';
import { FEATURES } from '../../src/features/all.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';

/** Read models that no answer of the API is made from, each with what reads it. */
const INTERNAL = {
  leaving: 'the deletion of an account',
  streams: 'the export and the deletion',
  'refused-sign-ins': 'the mail about them',
  signups: 'signing up',
  'task-heads': 'the cache of lists',
  review_requests: 'due work',
  'proof-notices': 'due work',
  closings: 'due work',
  'free-days': 'due work',
  rhythm: 'due work',
  evenings: 'due work',
  notices: 'due work',
  deliveries: 'due work',
  ledgers: 'proofs about events, which nobody watches',
} as const;

test('clients are told of changes of every read model that answers are made from', () => {
  const told = FEATURES.flatMap(({ live = {} }) => Object.values(live).flat());
  const models = told.flatMap((source) => ('on' in source ? [source.name] : []));
  expect([...new Set([...models, ...keysOf(INTERNAL)])].toSorted()).toEqual(PROJECTIONS.map(({ name }) => name).toSorted());
  expect(models.filter((name) => name in INTERNAL)).toEqual([]);
});

test('every kind of thing has something that changes it', () => {
  const kinds = new Set(FEATURES.flatMap(({ live = {} }) => keysOf(live)));
  expect(LIVE_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
});
