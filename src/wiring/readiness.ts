import type { Log } from '../jobs/log.ts';
import { OWN_TIME, type OwnTime } from '../projections/engine/pauses.ts';
import type { Building, Runner } from '../projections/engine/runner.ts';

/** How far a program is that waits for its read models. */
export interface Readiness {
  /** How much of the log those that are built have taken in together, 0 to 99; null: none is being built, or it is not known yet. */
  percent(): number | null;
  /** Looks no more. */
  stop(): void;
}

export interface ReadinessParts {
  readonly runner: Pick<Runner, 'building'>;
  /** Resolves once read models can be read. */
  readonly readable: Promise<void>;
  readonly log: Pick<Log, 'info'>;
  readonly time?: OwnTime;
}

const LOOK_MS = 1_000;
/** Looks between two lines in the log. */
const LINE_EVERY = 10;

/**
 * How far those are together that were missing when most were, 0 to 99: while one is missing it is not done. One that is
 * built counts on, so that the number does not fall.
 */
export function percentBuilt(): (building: readonly Building[]) => number {
  let most = 1;
  return (building) => {
    most = Math.max(most, building.length);
    const missing = building.reduce((sum, { share }) => sum + (1 - share), 0);
    return Math.min(99, Math.floor(100 * (1 - missing / most)));
  };
}

/** Each by its name and version, in percent, as `{ "tasks.v3": 42 }`. */
const listed = (building: readonly Building[]): Readonly<Record<string, number>> =>
  Object.fromEntries(building.map(({ name, version, share }) => [`${name}.v${version}`, Math.floor(100 * share)]));

/** Looks each second while read models cannot be read, and logs how far they are: at the first look that finds some missing, then every 10 s. */
export function watchReadiness({ runner, readable, log, time = OWN_TIME }: ReadinessParts): Readiness {
  const over = new AbortController();
  const percentOf = percentBuilt();
  let percent: number | null = null;
  let logged = false;

  async function watch(): Promise<void> {
    for (let look = 0; ; ) {
      // As a rule they can be read before the first look, and nothing need be said.
      await time.sleep(LOOK_MS, over.signal);
      if (over.signal.aborted) return;
      // A store that is away is told of elsewhere; what was known of it is shown on.
      const building = await runner.building().catch(() => null);
      if (over.signal.aborted) return;
      if (building !== null) percent = building.length === 0 ? null : percentOf(building);
      if (building !== null && building.length > 0) {
        if (look % LINE_EVERY === 0)
          log.info({ percent, read_models: listed(building) }, 'Read models are being built; requests wait or are refused.');
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
      if (logged && !over.signal.aborted) log.info({}, 'Read models can be read.');
      ended();
    },
    () => ended(),
  );
  void watch();
  return { percent: () => percent, stop: ended };
}
