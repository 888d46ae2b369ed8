import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Lease } from '../../src/ports/leases.ts';
import type { LeaseRows } from '../../src/store/leases.ts';
import { type LeasingProcess, leaseWorld, TTL_MS } from '../support/leases.ts';

const NAMES = ['a', 'b'] as const;

type Deed = { readonly process: number } & (
  | { readonly deed: 'take' | 'release'; readonly name: (typeof NAMES)[number] }
  | { readonly deed: 'stop' | 'wake' | 'mend' }
  | { readonly deed: 'cut'; readonly what: 'calls' | 'answers' }
  | { readonly deed: 'pass'; readonly ms: number }
);

const process = fc.constantFrom(0, 1, 2);
const name = fc.constantFrom(...NAMES);
const deeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ process, deed: fc.constant('take' as const), name }) },
    fc.record({ process, deed: fc.constant('release' as const), name }),
    fc.record({ process, deed: fc.constantFrom('stop' as const, 'wake' as const, 'mend' as const) }),
    fc.record({ process, deed: fc.constant('cut' as const), what: fc.constantFrom('calls' as const, 'answers' as const) }),
    { weight: 3, arbitrary: fc.record({ process, deed: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 2 * TTL_MS }) }) },
  ),
  { maxLength: 30 },
);

/** Whatever happens to the processes, no two use one lease at once, and tokens grow in the order in which it was held. */
export function leaseDaysContract(rowsAt: () => (now: () => Date) => LeaseRows, numRuns: number): void {
  it('is never used by two processes at once, over lost connections and suspensions', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (story) => {
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
        for (const deed of story) {
          const one = all[deed.process] as (typeof all)[number];
          if (deed.deed === 'pass') await world.pass(deed.ms);
          else if (deed.deed === 'wake' && one.stopped) {
            one.stopped = false;
            await one.wake();
          } else if (one.stopped) continue;
          else if (deed.deed === 'stop') {
            one.stopped = true;
            one.stop();
          } else if (deed.deed === 'take') {
            const lease = await one.leases.acquire(deed.name).catch(() => null);
            taken(lease);
            if (lease) mine.set(lease, one);
          } else if (deed.deed === 'release') {
            await held.find((lease) => lease.name === deed.name && mine.get(lease) === one && !lease.lost.aborted)?.release();
          } else if (deed.deed === 'cut') one.cut(deed.what);
          else if (deed.deed === 'mend') one.cut(null);
          for (const each of NAMES) {
            expect(held.filter((lease) => lease.name === each && !lease.lost.aborted).length).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns },
    );
  });
}
