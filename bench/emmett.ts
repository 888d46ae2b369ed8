import { join } from 'node:path';
import { v7 } from 'uuid';
import type { Decider } from '../src/domain/kernel/decider.ts';
import { handle } from '../src/domain/kernel/handle.ts';
import { taskStream } from '../src/domain/task/events.ts';
import { appendEach, OWNER, openStores, PROMISED, promisedTask, promisedTexts } from './support/appends.ts';
import { loadEmmett } from './support/emmett.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const RUNS = 9;
const APPENDS = 200;
const STREAMS = 20;
const COMMANDS = 10;

const perSecond = async (count: number, work: () => Promise<unknown>): Promise<number> => (count / (await timed(work))) * 1_000;

/** Durable appends a second of one writer, against the SQLite store of Emmett, which encrypts and chains nothing, on the same disk. */
export const emmettAppend: Bench = () =>
  withFolder(async (folder) => {
    const stores = await openStores(join(folder, 'ours'));
    const theirs = (await loadEmmett()).open(join(folder, 'emmett.db'));
    const ours = () => {
      const events = Array.from({ length: APPENDS }, (_, index) => promisedTask(index));
      return perSecond(APPENDS, () => appendEach(stores, taskStream(v7()), events));
    };
    const emmett = () => {
      const stream = taskStream(v7());
      return perSecond(APPENDS, async () => {
        for (let index = 0; index < APPENDS; index += 1) {
          const event = { type: 'TaskPromised', data: { ...PROMISED, ...promisedTexts(index) } };
          await theirs.appendToStream(stream, [event], { expectedStreamVersion: BigInt(index) });
        }
      });
    };
    const sides = await interleaved(RUNS, ours, emmett);
    await stores.close();
    return [compared({ name: 'emmett_append', goal: 4, better: 'higher', unit: 'events a second' }, sides)];
  });

interface Counted {
  readonly done: number;
}
interface Done {
  readonly type: 'Done';
  readonly data: { readonly number: number };
  readonly private: { readonly title: string };
}
const next = ({ done }: Counted): Done => ({ type: 'Done', data: { number: done + 1 }, private: { title: `Letter ${done}` } });
const COUNTING: Decider<Counted, null, Done> = {
  events: [],
  initial: { done: 0 },
  evolve: ({ done }) => ({ done: done + 1 }),
  decide: (_, state) => [next(state)],
};
const CONTEXT = { owner: OWNER, actor: { kind: 'user', id: OWNER }, correlationId: v7(), causationId: null } as const;

/** Commands a second of one sender: load the state of a short stream, decide, append. */
export const emmettCommand: Bench = () =>
  withFolder(async (folder) => {
    const { store, close } = await openStores(join(folder, 'ours'));
    const emmett = await loadEmmett();
    const theirs = emmett.open(join(folder, 'emmett.db'));
    const handling = { store, clock: { now: () => new Date().toISOString() }, newId: () => v7() };
    const count = emmett.handler<Counted>({ initialState: () => COUNTING.initial, evolve: ({ done }) => ({ done: done + 1 }) });
    /** Sends the same number of commands to each of some new streams, one after the other. */
    const sent = (send: (stream: string) => Promise<unknown>): Promise<number> =>
      perSecond(STREAMS * COMMANDS, async () => {
        for (let one = 0; one < STREAMS; one += 1) {
          const stream = taskStream(v7());
          for (let command = 0; command < COMMANDS; command += 1) await send(stream);
        }
      });
    const sides = await interleaved(
      RUNS,
      () => sent((stream) => handle(handling, COUNTING, stream, null, CONTEXT)),
      () =>
        sent((stream) =>
          count(theirs, stream, (state) => {
            const { type, data, private: texts } = next(state);
            return [{ type, data: { ...data, ...texts } }];
          }),
        ),
    );
    await close();
    return [compared({ name: 'emmett_command', goal: 6, better: 'higher', unit: 'commands a second' }, sides)];
  });
