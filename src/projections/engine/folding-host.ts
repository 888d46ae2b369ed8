import { StoreFull } from '../../domain/kernel/event-store.ts';
import type { Documents } from '../../ports/documents.ts';
import { type FromFolding, sendingLog, type ToFolding, toSent, type WrittenIds } from './folding-messages.ts';
import type { AnyProjection } from './projection.ts';
import { createRunner } from './projection-runner.ts';
import type { Progress, Runner, RunnerPorts } from './runner.ts';

/** The stores of a thread that folds, opened for it alone. */
export interface FoldingStores extends Pick<RunnerPorts, 'store' | 'documents'> {
  /** Something was appended since `onEnd` was called. */
  wake(): void;
  close(): Promise<void>;
}

export interface FoldingHost {
  readonly projections: readonly AnyProjection[];
  /** `onEnd`: the log was read to its end. @throws StoreUnavailable, StoreFull */
  readonly open: (onEnd: () => void) => FoldingStores;
  readonly post: (message: FromFolding) => void;
}

/**
 * Folds read models for another thread, which reads them. It does what the messages say, and reports what it has written before it
 * says that its read models include it. Gives the function that takes messages.
 */
export function hostFolding({ projections, open, post }: FoldingHost): (message: ToFolding) => void {
  const reports = new Reports(post);
  let hosted: { readonly runner: Runner; readonly stores: FoldingStores } | null = null;

  function opened() {
    if (hosted !== null) return hosted;
    const stores = open(() => post({ kind: 'at_end' }));
    const runner = createRunner({
      store: stores.store,
      documents: reports.watching(stores.documents),
      projections,
      log: sendingLog(post),
      onProgress: (progress) => reports.moved(progress),
    });
    hosted = { runner, stores };
    return hosted;
  }

  async function close(): Promise<void> {
    await hosted?.runner.stop();
    await hosted?.stores.close();
  }

  const orders = {
    start: () => opened().runner.start(),
    status: () => opened().runner.status(),
    rebuild: (name?: string) => opened().runner.rebuild(name),
    stop: close,
  } as const;

  return (message) => {
    if (message.kind === 'appended') hosted?.stores.wake();
    // Whoever waits in the other thread is told of the time-out there.
    if (message.kind === 'awaited') hosted?.runner.waitForReadModels(message.position, message).catch(() => undefined);
    if (message.kind !== 'order') return;
    const { id, order, name } = message;
    Promise.resolve()
      .then((): Promise<unknown> => orders[order](name))
      .then(
        (result) => post({ kind: 'done', id, result }),
        (error: unknown) => post({ kind: 'failed', id, error: toSent(error) }),
      );
  };
}

/** Reports what was written, together with the progress that it makes. */
class Reports {
  readonly #post: FoldingHost['post'];
  #written: WrittenIds[] = [];
  #serving: ReadonlyMap<string, string> = new Map();
  /** Until the start has caught up, nobody reads, so nothing can be out of date. */
  #started = false;

  constructor(post: FoldingHost['post']) {
    this.#post = post;
  }

  watching(documents: Documents): Documents {
    return {
      ...documents,
      apply: async (batch) => {
        try {
          await documents.apply(batch);
        } catch (error) {
          if (error instanceof StoreFull) this.#post({ kind: 'full' });
          throw error;
        }
        if (!this.#started) return;
        for (const { collection, writes } of [...(batch.first ?? []), ...batch.writes])
          this.#written.push({ collection, ids: writes.map(({ id }) => id) });
      },
    };
  }

  moved({ serving, ...progress }: Progress): void {
    const isSame =
      serving.size === this.#serving.size && [...serving].every(([name, collection]) => this.#serving.get(name) === collection);
    if (!isSame) this.#serving = new Map(serving);
    this.#started = progress.started;
    this.#post({ kind: 'moved', progress: { ...progress, ...(!isSame && { serving: this.#serving }) }, written: this.#written });
    this.#written = [];
  }
}
