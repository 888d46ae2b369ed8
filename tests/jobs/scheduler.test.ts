import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { createScheduler, type Scheduler } from '../../src/jobs/scheduler.ts';
import { createTimekeeper } from '../../src/jobs/timekeeper.ts';
import type { DueWork } from '../../src/ports/due-work.ts';
import { fakeClock } from '../support/clock.ts';

const START = '2026-11-20T12:00:00.000Z';
const at = (minutes: number): string => new Date(Date.parse(START) + minutes * 60_000).toISOString();
const HEAD = '00000000000000000009';
const ORDER = { leave: 0, routine: 1, task: 2, close: 3, rhythm: 4, notice: 5, export: 6, deliver: 7 } as Readonly<Record<string, number>>;

/** A queue in memory; what is run leaves it and may put something new into it. */
function setUp() {
  const clock = fakeClock(START);
  let queue: DueWork[] = [];
  const done: string[] = [];
  const errors: string[] = [];
  const running = { now: 0, most: 0 };
  const reads = { count: 0 };
  const behaviour: {
    fail?: (work: DueWork) => boolean;
    stay?: boolean;
    follow?: (work: DueWork) => DueWork | null;
    waited?: (position: string) => void;
    nothingLeft?: boolean;
    hang?: (work: DueWork) => Promise<void>;
    react?: (all: boolean) => boolean;
    read?: () => void;
  } = {};
  const name = (work: DueWork): string => (work.kind === 'close' ? `close ${work.id}` : work.id);
  const log = { info: () => undefined, warn: () => undefined, error: (_: object, event: string) => void errors.push(event) };
  const app = {
    clock,
    waitForReadModels: async (position: string) => behaviour.waited?.(position),
    store: { head: async () => HEAD },
  } as unknown as App;
  const aside = new Map();
  const schedulerFor = (isOfIt: (work: DueWork) => boolean, reacts = true): Scheduler =>
    createScheduler({
      app,
      log,
      aside,
      dueQueue: async (instant, limit) => {
        reads.count += 1;
        behaviour.read?.();
        const all = queue
          .filter(isOfIt)
          .toSorted((a, b) => a.next_at.localeCompare(b.next_at) || (ORDER[a.kind] as number) - (ORDER[b.kind] as number));
        const due = all.filter((work) => work.next_at <= instant);
        return { works: due.slice(0, limit), later: all[due.length]?.next_at ?? null };
      },
      run: async (work) => {
        running.now += 1;
        running.most = Math.max(running.most, running.now);
        await behaviour.hang?.(work);
        running.now -= 1;
        if (behaviour.fail?.(work)) throw new Error('not now');
        if (behaviour.nothingLeft) return null;
        done.push(`${name(work)} at ${clock.now().slice(11, 16)}`);
        if (!behaviour.stay) queue = queue.filter((each) => each !== work);
        const next = behaviour.follow?.(work);
        if (next) queue.push(next);
        return '00000000000000000001';
      },
      follow: async ({ all }) => (reacts && behaviour.react?.(all)) ?? false,
    });
  const isSlow = ({ kind }: DueWork): boolean => kind === 'deliver';
  const scheduler = schedulerFor(() => true);
  const schedulers = { all: scheduler, prompt: schedulerFor((work) => !isSlow(work)), slow: schedulerFor(isSlow, false) };
  const put = (...works: DueWork[]): void => void queue.push(...works);
  const forget = (): void => {
    queue = [];
  };
  return { forget, clock, scheduler, timekeeper: createTimekeeper(clock, schedulers), put, done, errors, running, reads, behaviour };
}

const task = (id: string, minutes: number): DueWork => ({ kind: 'task', id, owner: 'u', next_at: at(minutes) });
const close = (date: string, minutes: number): DueWork => ({ kind: 'close', id: date, owner: 'u', next_at: at(minutes) });
const mail = (id: string, minutes: number): DueWork => ({ kind: 'deliver', id, owner: 'u', next_at: at(minutes) });

describe('due work', () => {
  let world: ReturnType<typeof setUp>;
  beforeEach(() => {
    world = setUp();
  });

  test('is done in the order of its instants, tasks before closings before mails', async () => {
    world.put(mail('m', 10), close('2026-11-20', 10), task('b', 10), task('a', 5));
    await world.timekeeper.move(() => at(20));
    expect(world.done).toEqual(['a at 12:05', 'b at 12:10', 'close 2026-11-20 at 12:10', 'm at 12:10']);
  });

  test('is done at its own instant when the clock is moved past it, and new work on the way too', async () => {
    world.put(task('first', 5));
    world.behaviour.follow = (work) => (work.kind === 'task' && work.id === 'first' ? task('second', 15) : null);
    expect(await world.timekeeper.move(() => at(60))).toBe(at(60));
    expect(world.done).toEqual(['first at 12:05', 'second at 12:15']);
  });

  test('is not run before its instant', async () => {
    world.put(task('later', 61));
    await world.timekeeper.move(() => at(60));
    expect(world.done).toEqual([]);
  });

  test('of different accounts runs side by side for the same instant, up to a limit', async () => {
    world.put(...Array.from({ length: 200 }, (_, index) => ({ ...task(`t${index}`, 1), owner: `u${index}` })));
    await world.timekeeper.move(() => at(2));
    expect(world.done).toHaveLength(200);
    expect(world.running.most).toBe(64);
  });

  test('of one account runs one piece after the other, in the order of the queue; what belongs to no account waits for nothing', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `t${index}`);
    world.put(...ids.map((id) => task(id, 1)));
    await world.timekeeper.move(() => at(2));
    expect(world.done).toEqual(ids.map((id) => `${id} at 12:01`));
    expect(world.running.most).toBe(1);
    world.put(...ids.map((id) => ({ ...task(id, 3), owner: null })));
    await world.timekeeper.move(() => at(4));
    expect(world.running.most).toBe(30);
  });

  test('does not wait for a mail server that hangs, but a move of the clock does', async () => {
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
    world.behaviour.hang = ({ kind }) => (kind === 'deliver' ? answers : Promise.resolve());
    world.put(...Array.from({ length: 100 }, (_, index) => ({ ...mail(`m${index}`, 0), owner: `u${index}` })));
    await world.timekeeper.begin();
    for (const id of ['first', 'second']) {
      world.put(task(id, 0));
      await world.timekeeper.begin();
      expect(world.done.at(-1)).toBe(`${id} at 12:00`);
    }
    expect([world.done.length, world.running.now]).toEqual([2, 64]);
    const moved = world.timekeeper.move(() => at(1));
    answer();
    expect(await moved).toBe(at(1));
    expect(world.done).toHaveLength(102);
    expect(new Set(world.done).size).toBe(102);
  });

  test('does not wait for failed work, which is retried later', async () => {
    let failures = 3;
    world.behaviour.fail = (work) => work.kind === 'task' && work.id === 'bad' && failures-- > 0;
    world.put(task('bad', 1), task('good', 2));
    await world.timekeeper.move(() => at(3));
    expect(world.done).toEqual(['bad at 12:01', 'good at 12:02']);
    expect(world.errors).toHaveLength(3);
  });

  test('that always fails neither ends the run nor blocks other work', async () => {
    world.behaviour.fail = (work) => work.kind === 'task' && work.id === 'bad';
    world.put(task('bad', 1), task('good', 2), close('2026-11-20', 3));
    await world.timekeeper.move(() => at(60 * 24));
    expect(world.done).toEqual(['good at 12:02', 'close 2026-11-20 at 12:03']);
    expect(world.errors.length).toBeLessThan(40);
  });

  test('that another command has already done waits for the read models and is not a failure', async () => {
    world.behaviour.nothingLeft = true;
    world.behaviour.waited = (position) => {
      if (position === HEAD) world.forget();
    };
    world.put(task('done elsewhere', 1));
    await world.timekeeper.move(() => at(2));
    expect(world.errors).toEqual([]);
  });

  test('that is still due after it was done is not repeated endlessly', async () => {
    world.behaviour.stay = true;
    world.put(task('stuck', 1));
    await world.timekeeper.move(() => at(2));
    expect(world.done.length).toBeLessThan(10);
    expect(world.errors[0]).toBe('due_work.failed');
  });

  test('is done once when two runs are requested at the same time', async () => {
    world.put(task('once', -5), task('also', -5));
    await Promise.all([world.timekeeper.tick(), world.timekeeper.tick(), world.timekeeper.move(() => at(1)), world.timekeeper.tick()]);
    expect(world.done).toHaveLength(2);
  });

  test('is read once for each instant, and a second time only if there is much of it', async () => {
    world.put(...Array.from({ length: 10 }, (_, index) => task(`t${index}`, index)));
    await world.timekeeper.move(() => at(20));
    expect([world.done.length, world.reads.count]).toEqual([10, 11]);
    world.put(...Array.from({ length: 9 }, (_, index) => task(`u${index}`, 30)));
    await world.timekeeper.move(() => at(40));
    expect([world.done.length, world.reads.count]).toEqual([19, 14]);
  });

  test('says when it has to be looked for again: the next instant, a retry, or at once after a run that did not end', async () => {
    expect(world.timekeeper.nextAt()).toBeNull();
    world.put(task('a', 0), task('b', 30));
    await world.timekeeper.tick();
    expect(world.timekeeper.nextAt()).toBe(at(30));
    world.behaviour.fail = () => true;
    world.put(task('c', 0));
    await world.timekeeper.tick();
    expect(world.timekeeper.nextAt()).toBe('2026-11-20T12:00:02.000Z');
    world.behaviour.read = () => {
      throw new Error('The store is away.');
    };
    await expect(world.timekeeper.tick()).rejects.toThrow('The store is away.');
    expect(world.timekeeper.nextAt()).toBe(world.clock.now());
  });

  test('that failed and was then done by another command is no longer set aside', async () => {
    world.behaviour.fail = () => true;
    world.behaviour.waited = () => world.forget();
    world.put(task('bad', 1));
    await world.timekeeper.move(() => at(2));
    expect([world.errors.length, world.scheduler.aside()]).toEqual([1, 0]);
  });

  test('that was done after a failure is no longer set aside', async () => {
    let failures = 1;
    world.behaviour.fail = () => failures-- > 0;
    world.put(task('bad', 1));
    await world.timekeeper.move(() => at(2));
    expect([world.done, world.scheduler.aside()]).toEqual([['bad at 12:01'], 0]);
  });

  test('is not started when the program ends', async () => {
    world.put(task('a', 1), task('b', 2));
    world.behaviour.follow = () => {
      world.scheduler.stop();
      return null;
    };
    await world.timekeeper.move(() => at(3)).catch(() => undefined);
    expect(world.done).toEqual(['a at 12:01']);
  });
});

describe('reactions to events', () => {
  test('are completed before due work, before each later instant, and before a move is answered', async () => {
    const { behaviour, clock, done, put, timekeeper } = setUp();
    let left = 0;
    behaviour.react = (all) => {
      done.push(`reacted${all ? '' : ' in passing'} at ${clock.now().slice(11, 16)}`);
      if (left === 2) put(task('asked for', 8));
      left -= 1;
      return left > 0;
    };
    put(task('a', 5), task('b', 10));
    behaviour.follow = (work) => {
      if (work.kind === 'task' && work.id === 'a') left = 3;
      return null;
    };
    await timekeeper.move(() => at(20));
    const until = [...done];
    expect(until).toEqual([
      'reacted at 12:00',
      'a at 12:05',
      ...Array(3).fill('reacted at 12:05'),
      'asked for at 12:08',
      'reacted at 12:08',
      'b at 12:10',
      'reacted at 12:10',
      'reacted at 12:20',
    ]);
    await timekeeper.tick();
    expect(done.slice(until.length)).toEqual(['reacted in passing at 12:20']);
  });

  test('that cannot be completed now do not block due work, but delay the answer of a move', async () => {
    const { behaviour, clock, done, put, timekeeper } = setUp();
    behaviour.react = () => {
      throw new Error('It is away.');
    };
    put(task('a', 0));
    await timekeeper.tick();
    expect(done).toEqual(['a at 12:00']);
    await expect(timekeeper.move(() => at(20))).rejects.toThrow('It is away.');
    expect(clock.now()).toBe(START);
  });
});

describe('moving the clock', () => {
  test('backwards is refused, and changes nothing', async () => {
    const { timekeeper, clock } = setUp();
    await expect(timekeeper.move(() => at(-1))).rejects.toMatchObject({ code: 'conflict' });
    expect(clock.now()).toBe(START);
  });

  test('several times at once queues the moves, each starting where the one before it ended', async () => {
    const { timekeeper } = setUp();
    const hour = (now: string): string => new Date(Date.parse(now) + 3_600_000).toISOString();
    expect(await Promise.all([timekeeper.move(hour), timekeeper.move(hour), timekeeper.move(hour)])).toEqual([at(60), at(120), at(180)]);
  });
});
