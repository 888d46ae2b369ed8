import { v5 } from 'uuid';
import { onTestFinished } from 'vitest';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import type { Reactor } from '../../src/reactors/engine/reactor.ts';
import { createReactors, type Reactors } from '../../src/reactors/engine/reactors.ts';
import { openTestStores, type TestStores } from '../support/app.ts';

const IDS = '2f1f3c0e-3f0a-5d37-9a39-0f6d4b7c8e21';

/** A log to which tests append events of any type. */
export interface World {
  readonly stores: TestStores;
  /** One event behind what is there in the stream; `owner`: nobody without it. */
  add(stream: string, type?: string, owner?: string | null): Promise<Recorded>;
  /** Reactors over it, as one process has them; they end with the test. */
  process(reactors: readonly Reactor<World>[], change?: Partial<TestStores>): Reactors;
  readonly logged: string[];
}

export function openWorld(): World {
  const stores = openTestStores();
  onTestFinished(() => stores.dispose());
  const logged: string[] = [];
  const note = (_: object, event: string): void => void logged.push(event);
  const world: World = {
    stores,
    logged,
    async add(stream, type = 'Asked', owner = null) {
      const past = await stores.store.readStream(stream);
      const last = past.at(-1);
      const metadata = {
        owner,
        actor: { kind: 'system' as const, id: null },
        correlation_id: 'c',
        causation_id: null,
        at: stores.clock.now(),
      };
      const event = { id: v5(`${stream} ${past.length}`, IDS), type, data: {}, private: null, metadata };
      const expected = last ? { revision: last.revision, hash: last.metadata.hash } : 'no_stream';
      return (await stores.store.append(stream, expected, [event])).events[0] as Recorded;
    },
    process(reactors, change = {}) {
      const { store, reactors: progress, clock, vault } = { ...stores, ...change };
      const running = createReactors(reactors, {
        store,
        progress,
        clock,
        context: world,
        log: { info: note, warn: note, error: note },
        hasLeft: async (owner) => (await vault.key(owner)) === null,
        describe: String,
      });
      onTestFinished(() => running.stop());
      return running;
    },
  };
  return world;
}

/** Records the events to which it reacted, by stream and revision; `fails` chooses the events on which it fails. */
export function noting(
  seen: string[],
  change: Partial<Reactor<World>> = {},
  fails: (event: Recorded) => boolean = () => false,
): Reactor<World> {
  return {
    name: 'noting',
    from: 'start',
    events: ['Asked'],
    async react(event) {
      if (fails(event)) throw new Error(`not ${event.stream}`);
      seen.push(`${event.stream} ${event.revision}`);
      return event.position;
    },
    ...change,
  };
}

/** Does all due work. */
export async function done(reactors: Reactors): Promise<void> {
  while (await reactors.catchUp({ all: true }));
}

export async function run(world: World, ...given: Parameters<World['process']>): Promise<Reactors> {
  const reactors = world.process(...given);
  await reactors.start();
  await done(reactors);
  return reactors;
}
