import { hostFolding } from '../../../src/projections/engine/folding-host.ts';
import type { FromFolding, ToFolding, WrittenIds } from '../../../src/projections/engine/folding-messages.ts';
import type { AnyProjection } from '../../../src/projections/engine/projection.ts';
import { type FoldingListener, RemoteFolding, type RemoteFoldingPorts } from '../../../src/projections/engine/remote-folding.ts';
import type { Runner, RunnerPorts } from '../../../src/projections/engine/runner.ts';
import { createThreadedRunner } from '../../../src/projections/engine/threaded-runner.ts';
import type { FakeLog } from './fake-log.ts';
import { setUp } from './runners.ts';

/** Messages arrive later, and as copies, as they do between threads. */
function later<Message>(take: (message: Message) => void): (message: Message) => void {
  return (message) => {
    const copy = structuredClone(message);
    setImmediate(() => take(copy));
  };
}

/**
 * A runner whose groups are folded as in threads of their own, but all in this one. `crash` ends the newest thread of a group; `noted` has
 * what the main thread was told. `onOpen`: called before a thread opens its stores.
 */
export function hosted(groups?: readonly (readonly AnyProjection[])[], onOpen: () => void = () => undefined) {
  const newest: FoldingListener[] = [];
  const noted = { reading: [] as string[], written: [] as WrittenIds[], full: [] as number[], starts: 0 };
  function create({ store, documents, projections, log }: RunnerPorts, fake: FakeLog): Runner {
    const each = (groups ?? [projections]).map((mine, index) => {
      const startThread: RemoteFoldingPorts['startThread'] = (listener) => {
        noted.starts += 1;
        newest[index] = listener;
        let isOver = false;
        const answer = later<FromFolding>((message) => isOver || listener.message(message));
        const take = hostFolding({
          projections: mine,
          post: (message) => answer(message),
          open() {
            onOpen();
            return { store, documents, wake: () => undefined, close: async () => undefined };
          },
        });
        const given = later<ToFolding>(take);
        return {
          post: given,
          end: async () => {
            isOver = true;
          },
        };
      };
      const reading = {
        open: () => void noted.reading.push(`open ${index}`),
        shut: async () => void noted.reading.push(`shut ${index}`),
        written: (changes: readonly WrittenIds[]) => void noted.written.push(...changes),
      };
      const quickly = () => new Promise<void>((resolve) => setImmediate(resolve));
      return new RemoteFolding({ projections: mine, startThread, reading, onFull: () => void noted.full.push(index), log, pause: quickly });
    });
    const all = groups?.flat() ?? projections;
    const watch = (listener: () => void) => {
      const { add } = fake;
      fake.add = (...events) => {
        add(...events);
        listener();
      };
      return () => undefined;
    };
    return createThreadedRunner({ documents, groups: each, projections: all, watch });
  }
  const crash = (group: number): void => newest[group]?.ended(new Error('The thread has crashed.'));
  return { create, noted, crash };
}

/** The same as `setUp`, but folded as in another thread. */
export const setUpHosted: typeof setUp = (ports) => setUp(ports, hosted().create);
