import type { Base, TimersPart } from './base.ts';

/**
 * Timers in virtual time: waiting takes no time, and what is due first runs first. The program's clock advances by the
 * time it waited, and does not move otherwise.
 */
export function guestTimers({ clock, setClock, own }: Base): TimersPart {
  interface Task {
    readonly due: number;
    /** At the same instant timers come first, then input, then what waits for everything else. */
    readonly rank: number;
    readonly work: () => void;
    readonly isTimer: boolean;
    holds: boolean;
  }
  const LONGEST = 2_147_483_647;
  let tasks: Task[] = [];
  const ticks: (() => void)[] = [];
  const idle: (() => boolean)[] = [];

  const add = (task: Task): Task => {
    let at = tasks.length;
    while (at > 0 && isAfter(own.itemAt(tasks, at - 1), task)) at -= 1;
    tasks.splice(at, 0, task);
    return task;
  };
  const isAfter = (one: Task, other: Task): boolean => one.due > other.due || (one.due === other.due && one.rank > other.rank);
  const without = (task: Task | undefined): void => {
    tasks = tasks.filter((one) => one !== task);
  };
  const soon = (work: () => void): void => void add({ due: clock() + 1, rank: 1, work, isTimer: false, holds: true });
  const tick = (work: () => void): void => void ticks.push(work);

  const runTicks = (): boolean => {
    const isNone = ticks.length === 0;
    for (let next = ticks.shift(); next; next = ticks.shift()) next();
    return !isNone;
  };
  const turn = (): boolean => {
    const [next] = tasks;
    if (next !== undefined && tasks.some(({ holds }) => holds)) {
      tasks.shift();
      if (next.isTimer && next.due > clock()) setClock(next.due);
      next.work();
      return true;
    }
    for (const work of idle) if (work()) return true;
    return false;
  };

  const timeouts = new Map<number, Timeout>();
  let lastId = 0;
  const fail: () => never = () => {
    throw new TypeError('The "callback" argument must be of type function.');
  };
  class Timeout {
    readonly #id: number;
    readonly #ms: number;
    readonly #repeats: boolean;
    readonly #work: () => void;
    #task: Task | undefined;
    #holds = true;

    constructor(work: unknown, ms: unknown, values: unknown[], repeats: boolean) {
      if (typeof work !== 'function') fail();
      const wanted = Math.trunc(Number(ms));
      this.#ms = wanted >= 1 && wanted <= LONGEST ? wanted : 1;
      this.#repeats = repeats;
      this.#work = () => work(...values);
      this.#id = lastId += 1;
      timeouts.set(this.#id, this);
      this.#start();
    }

    #start(): void {
      this.#task = add({ due: clock() + this.#ms, rank: 0, work: () => this.#run(), isTimer: true, holds: this.#holds });
    }

    #run(): void {
      // What it does may stop it.
      if (this.#repeats) this.#start();
      else this.close();
      this.#work();
    }

    close(): this {
      without(this.#task);
      timeouts.delete(this.#id);
      return this;
    }

    refresh(): this {
      without(this.#task);
      this.#start();
      return this;
    }

    ref(): this {
      return this.#hold(true);
    }

    unref(): this {
      return this.#hold(false);
    }

    #hold(holds: boolean): this {
      this.#holds = holds;
      if (this.#task) this.#task.holds = holds;
      return this;
    }

    hasRef(): boolean {
      return this.#holds;
    }

    [Symbol.toPrimitive](): number {
      return this.#id;
    }
  }
  const clear = (timer: unknown): void => {
    const found = timer instanceof Timeout ? timer : timeouts.get(Number(timer));
    found?.close();
  };
  const immediates = new Map<object, Task>();
  const setImmediate = (work: unknown, ...values: unknown[]): object => {
    if (typeof work !== 'function') fail();
    const handle = { ref: () => handle, unref: () => handle, hasRef: () => true };
    const run = (): void => void work(...values);
    immediates.set(handle, add({ due: clock() + 1, rank: 2, work: run, isTimer: false, holds: true }));
    return handle;
  };
  const after = (ms?: unknown, value?: unknown): Promise<unknown> =>
    new Promise((resolve) => void new Timeout(resolve, ms, [value], false));

  async function* every(ms?: unknown, value?: unknown): AsyncGenerator {
    for (;;) yield await after(ms, value);
  }
  const setTimeout = (work: unknown, ms?: unknown, ...values: unknown[]): object => new Timeout(work, ms, values, false);
  Object.defineProperty(setTimeout, Symbol.for('nodejs.util.promisify.custom'), { value: after });
  const setInterval = (work: unknown, ms?: unknown, ...values: unknown[]): object => new Timeout(work, ms, values, true);
  const clearImmediate = (handle: object): void => without(immediates.get(handle));
  return {
    soon,
    tick,
    whenIdle: (work) => void idle.push(work),
    runTicks,
    turn,
    globals: { setTimeout, clearTimeout: clear, setInterval, clearInterval: clear, setImmediate, clearImmediate },
    promises: {
      setTimeout: after,
      setImmediate: (value?: unknown) => new Promise((resolve) => setImmediate(resolve, value)),
      setInterval: every,
      scheduler: { wait: (ms?: unknown) => after(ms), yield: () => new Promise((resolve) => setImmediate(resolve)) },
    },
  };
}
