import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Lease } from '../../src/ports/coordination.ts';
import type { LeaseRows } from '../../src/store/leases.ts';
import { type LeasingProcess, leaseWorld, TTL_MS } from '../support/leases.ts';

const NAMES = ['a', 'b'] as const;

type Action = { readonly process: number } & (
  | { readonly does: 'take' | 'release'; readonly name: (typeof NAMES)[number] }
  | { readonly does: 'stop' | 'wake' | 'mend' }
  | { readonly does: 'cut'; readonly what: 'calls' | 'answers' }
  | { readonly does: 'pass'; readonly ms: number }
);

const process = fc.constantFrom(0, 1, 2);
const name = fc.constantFrom(...NAMES);
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ process, does: fc.constant('take' as const), name }) },
    fc.record({ process, does: fc.constant('release' as const), name }),
    fc.record({ process, does: fc.constantFrom('stop' as const, 'wake' as const, 'mend' as const) }),
    fc.record({ process, does: fc.constant('cut' as const), what: fc.constantFrom('calls' as const, 'answers' as const) }),
    { weight: 3, arbitrary: fc.record({ process, does: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 2 * TTL_MS }) }) },
  ),
  { maxLength: 30 },
);

/** Whatever happens to the processes, no two use one lease at once, and tokens grow in the order in which it was held. */
export function leaseDaysContract(rowsAt: () => (now: () => Date) => LeaseRows, numRuns: number): void {
  it('a lease is never used by two processes at once, despite lost connections and suspensions', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (story) => {
        const world = leaseWorld(rowsAt());
        const all = ['p0', 'p1', 'p2'].map((holder) => ({ ...world.process(holder), stopped: false }));
        const held: Lease[] = [];
        const last = new Map<string, number>();
        const taken = (lease: Lease | null): void => {
          if (lease === null) return;
          expect(lease.token).toBeGreaterThan(last.get(lease.name) ?? 0);
          last.set(lease.name, lease.token);
          held.push(lease);
        };
        const mine = new Map<Lease, LeasingProcess>();
        for (const action of story) {
          const one = all[action.process] as (typeof all)[number];
          if (action.does === 'pass') await world.pass(action.ms);
          else if (action.does === 'wake' && one.stopped) {
            one.stopped = false;
            await one.wake();
          } else if (one.stopped) continue;
          else if (action.does === 'stop') {
            one.stopped = true;
            one.stop();
          } else if (action.does === 'take') {
            const lease = await one.leases.acquire(action.name).catch(() => null);
            taken(lease);
            if (lease) mine.set(lease, one);
          } else if (action.does === 'release') {
            await held.find((lease) => lease.name === action.name && mine.get(lease) === one && !lease.lost.aborted)?.release();
          } else if (action.does === 'cut') one.cut(action.what);
          else if (action.does === 'mend') one.cut(null);
          for (const each of NAMES) {
            expect(held.filter((lease) => lease.name === each && !lease.lost.aborted).length).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns },
    );
  });
}
