import { describe, expect, test } from 'vitest';
import { AlertRaised } from '../../src/domain/kernel/alert.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { ProofExpired } from '../../src/domain/task/events.ts';
import { type ProofNoticeDoc, proofNotices } from '../../src/projections/proof/proof-notices.ts';
import { statsOf } from '../../src/projections/proof/verification-lists.ts';

describe('the statistics of proofs', () => {
  const NOTHING = {
    status: 'pending',
    completed_at: null,
    verification_state: 'awaiting_proof',
    decided_at: null,
    decided_by: null,
    first_proof_at: null,
    last_proof_at: null,
  } as const;
  const at = (hour: number): string => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;

  test('count states and judges, and leave out skipped tasks', () => {
    const verified = { ...NOTHING, status: 'completed', verification_state: 'verified', decided_at: at(12) } as const;
    const rejected = { ...NOTHING, status: 'completed', verification_state: 'rejected', decided_by: 'partner' } as const;
    const stats = statsOf([
      NOTHING,
      { ...NOTHING, status: 'skipped' },
      { ...verified, decided_by: 'self' },
      { ...verified, decided_by: 'rubric' },
      // rejected in time: another proof can follow
      rejected,
      { ...rejected, decided_at: at(13) },
      { ...NOTHING, status: 'completed', verification_state: 'expired', decided_at: at(14) },
      { ...NOTHING, status: 'completed', verification_state: 'in_review' },
    ]);
    expect(stats).toMatchObject({ required: 7, verified: 2, rejected: 1, expired: 1, waiting: 1 });
    expect(stats.by_judge).toEqual({ check: 0, partner: 1, ai: 0, rubric: 1, self: 1 });
  });

  test('have medians in hours, and none without proofs or decisions', () => {
    const given = (completed: number, first: number, last: number, decided: number) =>
      ({
        ...NOTHING,
        completed_at: at(completed),
        first_proof_at: at(first),
        last_proof_at: at(last),
        decided_at: at(decided),
        decided_by: 'partner',
      }) as const;
    const two = [given(1, 2, 2, 6), given(1, 5, 7, 8)];
    expect(statsOf(two)).toMatchObject({ median_hours_to_proof: 2.5, median_hours_to_decision: 2.5 });
    expect(statsOf([...two, given(3, 4, 4, 4)])).toMatchObject({ median_hours_to_proof: 1, median_hours_to_decision: 1 });
    // On the owner's word there was no judge.
    const onWord = { ...given(3, 4, 4, 4), decided_by: 'self' } as const;
    expect(statsOf([...two, onWord])).toMatchObject({ median_hours_to_proof: 1, median_hours_to_decision: 2.5 });
    expect(statsOf([onWord]).median_hours_to_decision).toBeNull();
    // completed anew after its first proof
    expect(statsOf([given(9, 2, 10, 11)]).median_hours_to_proof).toBe(0);
    expect(statsOf([NOTHING])).toMatchObject({ median_hours_to_proof: null, median_hours_to_decision: null });
  });
});

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
    return proofNotices.on[one.type]?.(doc, one, 'u1', () => undefined) ?? null;
  };
  const raised = fold(null, event(AlertRaised.type, { ...AlertRaised.example.data, kind: 'proof_30m' }));
  expect([raised?.topics.map(({ kind }) => kind), raised?.next_key]).toEqual([['expiring'], AT]);
  const expired = fold(raised, event(ProofExpired.type, ProofExpired.example.data));
  expect([expired?.topics, expired?.next_key]).toEqual([[], null]);
});
