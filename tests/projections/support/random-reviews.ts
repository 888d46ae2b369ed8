import { plus } from '../../../src/domain/calendar/instant.ts';
import { reviewStream } from '../../../src/domain/proof/review-events.ts';
import type { World } from './world.ts';

/** Requests for reviews, of which some are begun, and some end. The first of each owner only waits. */
export function reviewActs(world: World, owners: readonly string[], pick: (below: number) => number): readonly (() => unknown)[] {
  let asked = 0;
  const ask = (owner: string): string => {
    const stream = reviewStream(`${asked}`);
    asked += 1;
    world.write(stream, owner, { type: 'ReviewRequested', data: { task_id: `t${asked}`, submission_id: `s${asked}` } });
    return stream;
  };
  for (const owner of owners) ask(owner);
  return owners.map((owner) => () => {
    const stream = ask(owner);
    if (pick(3) > 0) world.write(stream, owner, { type: 'ReviewBegun', data: { attempt: 1, until: plus(world.now, 120_000) } });
    if (pick(3) > 0) world.write(stream, owner, { type: 'ReviewEnded', data: { outcome: 'answered' } });
  });
}
