import { type Position, START } from '../../domain/kernel/event.ts';
import type { HeldEvent, ReactorProgress } from '../../ports/reactor-progress.ts';
import type { RawLog } from '../event-log/raw-log.ts';

type Target = Pick<RawLog, 'readStream' | 'readLast'>;

/**
 * Replaces the target's reactor progress by the source's. Positions become those of the same events in the target's
 * log, which must already contain them. A checkpoint at an event that the target does not contain becomes the target's
 * head. It can be repeated after an interruption. Gives the number of copied entries.
 */
export async function copyReactors(from: ReactorProgress, to: ReactorProgress, log: Target): Promise<number> {
  await to.clear();
  const checkpoints = await from.checkpoints();
  for (const { reactor, event } of checkpoints) {
    const place = event && (await positionOf(log, event));
    if (event === null) await to.putCheckpoint({ reactor, position: START, event });
    else if (place) await to.putCheckpoint({ reactor, position: place, event });
    else await to.putCheckpoint({ reactor, ...(await headOf(log)) });
  }
  const held = [...(await from.waiting()), ...(await from.aside())];
  let count = checkpoints.length;
  for (const event of held) {
    const position = await positionOf(log, event);
    if (position === null) continue;
    await to.hold({ ...event, position });
    count += 1;
  }
  return count;
}

async function positionOf(log: Target, { stream, revision }: Pick<HeldEvent, 'stream' | 'revision'>): Promise<Position | null> {
  const [event] = await log.readStream(stream, revision, 1);
  return event?.revision === revision ? event.position : null;
}

async function headOf(log: Target) {
  const [newest] = await log.readLast(1);
  if (!newest) return { position: START, event: null };
  const { position, stream, revision } = newest;
  return { position, event: { stream, revision } };
}
