import { afterEach } from 'vitest';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import { createRunner } from '../../../src/projections/engine/projection-runner.ts';
import type { Runner, RunnerPorts } from '../../../src/projections/engine/runner.ts';
import { onEach } from '../../../src/projections/task/tasks.ts';
import { openDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { type FakeLog, fakeLog } from './fake-log.ts';
import { World } from './world.ts';

export type Tally = { readonly sum: number };

/** Counts the tasks of each owner; a later version counts each as ten. */
export const counting = (version: number, by = 1): Projection<Tally> => ({
  name: 'counting',
  version,
  indexes: [],
  ids: (event) => [event.metadata.owner as string],
  on: onEach<Tally>(['TaskPromised'], (doc) => ({ sum: (doc?.sum ?? 0) + by })),
});
export const naming: Projection<{ readonly last: string }> = {
  name: 'naming',
  version: 1,
  indexes: [],
  ids: () => ['all'],
  on: { TaskPromised: (_doc, event) => ({ last: event.stream }) },
};

const running: Runner[] = [];
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.stop();
});

const world = new World();
/** Tasks of one owner, each event after the one before. */
export const promises = (count: number): Recorded[] => {
  const begun = world.events.length;
  for (let index = 0; index < count; index += 1) world.promise('u1', `t${begun + index}`, 'A task');
  return world.events.slice(begun);
};

type SetUpPorts = Partial<RunnerPorts> & { readonly events?: readonly Recorded[] };

/** A runner over a log in memory. `create`: makes it from the ports that a runner needs. */
export function setUp({ events, ...ports }: SetUpPorts = {}, create: (ports: RunnerPorts, log: FakeLog) => Runner = createRunner) {
  const log = fakeLog(events);
  const documents = ports.documents ?? openDocuments(':memory:');
  const logged: { event: string; fields: object }[] = [];
  const note = (fields: object, event: string) => logged.push({ event, fields });
  const quickly = () => new Promise<void>((resolve) => setImmediate(resolve));
  const given = { store: log, documents, projections: [counting(1)], log: { info: note, error: note }, pause: quickly, ...ports };
  const runner = create(given, log);
  running.push(runner);
  const sum = async () => (await documents.get<Tally>(runner.views.current('counting'), 'u1'))?.doc.sum ?? 0;
  return { log, documents, runner, logged, sum };
}

export const end = (events: readonly Recorded[]) => events.at(-1)?.position as string;

/** A promise that the test resolves or rejects. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Documents whose `apply` the test can make fail or wait. */
export function troubled(before: () => Promise<void>): Documents {
  const documents = openDocuments(':memory:');
  return {
    ...documents,
    apply: async (batch) => {
      await before();
      return documents.apply(batch);
    },
  };
}
