import { expect, test } from 'vitest';
import { AlertRaised } from '../../../src/domain/kernel/alert.ts';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import { ProofExpired } from '../../../src/domain/task/events.ts';
import { type ProofNoticeDoc, proofNotices } from '../../../src/projections/proof/proof-notices.ts';

const AT = '2026-11-20T11:30:00.000Z';
const event = (type: string, data: object): Recorded =>
  ({
    type,
    data,
    stream: 'task-t1',
    revision: 1,
    private: null,
    metadata: { owner: 'u1', at: AT, recorded_at: AT },
  }) as unknown as Recorded;

test('a passed deadline causes no warning, also with the log of an earlier version', () => {
  const fold = (doc: ProofNoticeDoc | null, one: Recorded): ProofNoticeDoc | null => {
    expect(proofNotices.ids(one)).toEqual(['u1']);
    return proofNotices.on[one.type]?.(doc, one, 'u1') ?? null;
  };
  const raised = fold(null, event(AlertRaised.type, { ...AlertRaised.example.data, kind: 'proof_30m' }));
  expect([raised?.topics.map(({ kind }) => kind), raised?.next_key]).toEqual([['expiring'], AT]);
  const expired = fold(raised, event(ProofExpired.type, ProofExpired.example.data));
  expect([expired?.topics, expired?.next_key]).toEqual([[], null]);
});
