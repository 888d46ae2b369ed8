import type { Log } from '../ports/log.ts';
import type { Building, Runner } from '../projections/engine/runner.ts';
import { OWN_TIME, type OwnTime } from '../projections/engine/views.ts';

/** The progress of a program that waits for its read models. */
export interface Readiness {
  /**
   * How much of the log the read models being built have processed together, 0 to 99; null if none is being built or
   * it is not known yet.
   */
  percent(): number | null;
  stop(): void;
}

export interface ReadinessOptions {
  readonly runner: Pick<Runner, 'building'>;
  /** Resolves when the read models can be read. */
  readonly readable: Promise<void>;
  readonly log: Pick<Log, 'info'>;
  readonly time?: OwnTime;
}

const LOOK_MS = 1_000;
/** How many looks there are for each line in the log. */
const LINE_EVERY = 10;

/**
 * Creates a function that gives the common progress of the read models being built, 0 to 99: it is never 100 while one
 * is missing. A finished read model still counts, so the number does not fall.
 */
export function percentBuilt(): (building: readonly Building[]) => number {
  let most = 1;
  return (building) => {
    most = Math.max(most, building.length);
    const missing = building.reduce((sum, { share }) => sum + (1 - share), 0);
    return Math.min(99, Math.floor(100 * (1 - missing / most)));
  };
}

/** The progress of each read model in percent, by name and version, such as `{ "tasks.v3": 42 }`. */
const listed = (building: readonly Building[]): Readonly<Record<string, number>> =>
  Object.fromEntries(building.map(({ name, version, share }) => [`${name}.v${version}`, Math.floor(100 * share)]));

/**
 * Looks each second while the read models cannot be read, and logs their progress: at the first look that finds some
 * missing, and then every 10 s.
 */
export function watchReadiness({ runner, readable, log, time = OWN_TIME }: ReadinessOptions): Readiness {
  const over = new AbortController();
  const percentOf = percentBuilt();
  let percent: number | null = null;
  let logged = false;

  async function watch(): Promise<void> {
    for (let look = 0; ; ) {
      // Usually they can be read before the first look, and nothing is logged.
      await time.sleep(LOOK_MS, over.signal);
      if (over.signal.aborted) return;
      // An unavailable store is reported elsewhere; the last known progress stays visible.
      const building = await runner.building().catch(() => null);
      if (over.signal.aborted) return;
      if (building !== null) percent = building.length === 0 ? null : percentOf(building);
      if (building !== null && building.length > 0) {
        if (look % LINE_EVERY === 0) log.info({ percent, read_models: listed(building) }, 'read_model.build_progressed');
        logged = true;
        look += 1;
      }
    }
  }

  const ended = (): void => {
    percent = null;
    over.abort();
  };
  readable.then(
    () => {
      if (logged && !over.signal.aborted) log.info({}, 'read_model.build_completed');
      ended();
    },
    () => ended(),
  );
  void watch();
  return { percent: () => percent, stop: ended };
}
