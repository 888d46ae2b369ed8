import { afterEach, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { type SharedClock, type SharedClockStart, startSharedClock } from '../../src/jobs/shared-clock.ts';
import type { ClockRecord, SharedClockState } from '../../src/ports/clock.ts';

/** The record in memory, as MongoDB keeps it. */
function memoryRecord(): ClockRecord & { state: SharedClockState | null } {
  const record = {
    state: null as SharedClockState | null,
    initialize: async (state: SharedClockState) => (record.state ??= state),
    read: async () => record.state as SharedClockState,
    write: async (stand: Partial<SharedClockState>) => void Object.assign(record, { state: { ...record.state, ...stand } }),
    async requestMove(id: string, target: string, seen: string | null) {
      if (record.state?.asked || (record.state?.done?.id ?? null) !== seen) return false;
      record.state = { ...(record.state as SharedClockState), asked: { id, target } };
      return true;
    },
    async finishMove(id: string, error: string | null) {
      if (record.state?.asked?.id === id) record.state = { ...record.state, asked: null, done: { id, error } };
    },
  };
  return record;
}

const clocks: SharedClock[] = [];
afterEach(async () => {
  for (const clock of clocks.splice(0)) await clock.stop();
});

async function process(record: ClockRecord, options: Partial<SharedClockStart> = {}): Promise<SharedClock> {
  const log = { error: () => undefined };
  const clock = await startSharedClock({
    record,
    real: Date.now,
    newest: null,
    at: null,
    log,
    pollMs: 5,
    busyPollMs: 5,
    idlePollMs: 5,
    ...options,
  });
  clocks.push(clock);
  return clock;
}

/** Moves as the timekeeper does. `atStop`: what happens while the clock stands still at an instant on the way. */
const mover =
  (clock: SharedClock, stop?: string, atStop?: () => Promise<void>) =>
  async (target: string): Promise<void> => {
    if (stop !== undefined) clock.hold(stop);
    await atStop?.();
    clock.hold(target);
    clock.release();
  };
const NEXT_YEAR = '2099-01-01T00:00:00.000Z';
const plus = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

describe('a clock of several processes', () => {
  test('is one clock: when a move is answered, every process shows the new time', async () => {
    const record = memoryRecord();
    const [web, other, worker] = [await process(record), await process(record), await process(record)];
    worker.serveMoves(() => true, mover(worker));
    const shown = await web.move(() => NEXT_YEAR);
    expect(shown >= NEXT_YEAR && shown < plus(NEXT_YEAR, 2_000)).toBe(true);
    expect(web.now() >= NEXT_YEAR).toBe(true);
    await expect.poll(async () => other.refresh().then(() => other.now() >= NEXT_YEAR)).toBe(true);
  });

  test('stands still for all while it is moved', async () => {
    const record = memoryRecord();
    const [web, worker] = [await process(record), await process(record)];
    const stop = '2098-06-01T00:00:00.000Z';
    const seen = async (): Promise<void> => expect.poll(() => web.now(), { interval: 2 }).toBe(stop);
    worker.serveMoves(() => true, mover(worker, stop, seen));
    await web.move(() => NEXT_YEAR);
  });

  test('a process that has not read the newest state does not overwrite it', async () => {
    const record = memoryRecord();
    const unaware = await process(record, { pollMs: 500 });
    const stand = { offset_ms: 0, held: NEXT_YEAR, latest: NEXT_YEAR };
    await record.write(stand);
    unaware.save();
    await new Promise((resolve) => setImmediate(resolve));
    expect(record.state).toMatchObject(stand);
  });

  test('a process that reads rarely follows a move on request, with one read for all requests', async () => {
    const record = memoryRecord();
    let reads = 0;
    const read = (): Promise<SharedClockState> => {
      reads += 1;
      return record.read();
    };
    const counted = { ...record, read };
    const [web, worker] = [await process(counted, { pollMs: 0 }), await process(record)];
    worker.serveMoves(() => true, mover(worker));
    await worker.move(() => NEXT_YEAR);
    reads = 0;
    await Promise.all([web.refresh(), web.refresh()]);
    expect([web.now() >= NEXT_YEAR, reads]).toEqual([true, 1]);
  });

  test('nobody reads the record while nothing happens, and a sign of life lets a move be noticed at once', async () => {
    const record = memoryRecord();
    let reads = 0;
    const read = (): Promise<SharedClockState> => {
      reads += 1;
      return record.read();
    };
    const worker = await process({ ...record, read }, { idlePollMs: 3_600_000 });
    const web = await process({ ...record, read });
    worker.serveMoves(() => true, mover(worker));
    await expect.poll(() => reads).toBe(1);
    const moving = web.move(() => NEXT_YEAR);
    worker.stir();
    expect((await moving) >= NEXT_YEAR).toBe(true);
  });

  test('a record that does not answer delays nobody for long', async () => {
    const record = memoryRecord();
    const silent = await process({ ...record, read: () => new Promise(() => undefined) }, { pollMs: 0 });
    await silent.refresh();
    const broken = await process({ ...record, read: () => Promise.reject(new StoreUnavailable('It is gone.')) }, { pollMs: 0 });
    await broken.refresh();
    clocks.splice(clocks.indexOf(silent), 1);
  });

  test('moves requested at the same time happen one after the other', async () => {
    const record = memoryRecord();
    const [one, two, worker] = [await process(record), await process(record), await process(record)];
    worker.serveMoves(() => true, mover(worker));
    const day = 86_400_000;
    const begun = one.now();
    await Promise.all([one.move((now) => plus(now, day)), two.move((now) => plus(now, day)), one.move((now) => plus(now, day))]);
    expect(one.now() >= plus(begun, 3 * day)).toBe(true);
  });

  test('a move that one worker began is finished by another', async () => {
    const record = memoryRecord();
    const [web, dead, heir] = [await process(record), await process(record), await process(record)];
    let first = true;
    dead.serveMoves(
      () => first,
      async () => {
        dead.hold('2098-01-01T00:00:00.000Z');
        first = false;
      },
    );
    const moving = web.move(() => NEXT_YEAR);
    await expect.poll(() => first).toBe(false);
    heir.serveMoves(() => true, mover(heir));
    expect((await moving) >= NEXT_YEAR).toBe(true);
  });

  test('a failed move reports its reason, and a move that no process makes is abandoned', async () => {
    const record = memoryRecord();
    const [web, worker] = [await process(record, { patienceMs: 50 }), await process(record)];
    await expect(web.move(() => NEXT_YEAR)).rejects.toThrow('No worker moves the clock');
    worker.serveMoves(
      () => true,
      async () => {
        throw new StoreUnavailable('The log is gone.');
      },
    );
    await expect.poll(() => record.state?.asked).toBeNull();
    await expect(web.move(() => NEXT_YEAR)).rejects.toThrow('The log is gone.');
  });

  test('never runs backwards, nor behind the newest event, and is set only once', async () => {
    const record = memoryRecord();
    const one = await process(record, { newest: '2090-01-01T00:00:00.000Z' });
    expect(one.now() >= '2090-01-01T00:00:00.000Z').toBe(true);
    await expect(one.move(() => '2026-01-01T00:00:00.000Z')).rejects.toThrow('never runs backwards');
    const two = await process(record, { at: '2095-01-01T00:00:00.000Z' });
    expect(two.now() < '2091-01-01T00:00:00.000Z').toBe(true);
  });
});
