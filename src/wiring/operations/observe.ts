import { statfs } from 'node:fs/promises';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import type { Building } from '../../projections/engine/runner.ts';
import type { Assembled } from '../assemble.ts';
import { DUE_WORK, PROJECTIONS, REACTORS } from '../features.ts';
import { dueNow } from './due-now.ts';
import type { Metrics } from './metrics.ts';
import { ageAfter, type ProjectionLag, projectionLags } from './projection-lag.ts';
import { safeText } from './safe-text.ts';

/** The parts of a running program that operators observe. */
export type ObservedProgram = Pick<Assembled, 'config' | 'stores' | 'runner' | 'clock' | 'meters'>;

export interface Fault {
  readonly name: string;
  readonly error: string;
}

/** This is longer than the stores need to report by themselves which of them does not answer. */
const PATIENCE_MS = 3_000;
/** Read models that are farther behind than this are not shown as if they were current. */
const FAR_BEHIND_S = 60;

/** The reasons why the program is not ready, one sentence each, without secrets; empty if it is ready. Never rejects. */
export async function faultsOf(watched: ObservedProgram): Promise<readonly Fault[]> {
  const parts = await inTime(watched.stores.health()).catch((error: unknown) => [{ name: 'stores', error: messageOf(error) }]);
  const stores = parts.flatMap(({ name, error }) => (error === null ? [] : [{ name, error: safeText(error) }]));
  if (stores.length > 0) return stores;
  const lags = await inTime(lagsOf(watched)).catch((error: unknown) => messageOf(error));
  if (typeof lags === 'string') return [{ name: 'read models', error: lags }];
  return lags.filter(({ serves, seconds }) => serves && seconds > FAR_BEHIND_S).map(tooFarBehind);
}

const tooFarBehind = ({ projection, seconds }: ProjectionLag): Fault => ({
  name: `read model ${projection}`,
  error: `It is ${Math.round(seconds)} s behind.`,
});

/**
 * The progress of the read models that cannot be read yet, in all (by `percentOf`) and for each; null if it is not
 * known now. Never rejects.
 */
export async function buildingFaults(
  { runner }: Pick<ObservedProgram, 'runner'>,
  percentOf: (building: readonly Building[]) => number,
): Promise<readonly Fault[] | null> {
  const building = await inTime(runner.building()).catch(() => []);
  if (building.length === 0) return null;
  const each = building.map(({ name, share }) => ({
    name: `read model ${name}`,
    error: `It is being built: ${Math.floor(100 * share)} %.`,
  }));
  return [{ name: 'read models', error: `They are being built: ${percentOf(building)} % in all.` }, ...each];
}

/**
 * Updates the gauges, whose values are looked up rather than counted. Values that cannot be found out are left out.
 * Due work is left out while the read models cannot be read: the query would slow down their building and find only a
 * part.
 */
export async function updateGauges(watched: ObservedProgram, isReadable = true): Promise<void> {
  const { metrics, aside, reports } = watched.meters;
  metrics.aside.set(aside());
  metrics.reportsWaiting.set(reports().waiting);
  metrics.reportsMaking.set(reports().making);
  const lookups = [stores, lags, reactions, diskSpace, ...(isReadable ? [due] : [])];
  await Promise.all(lookups.map((lookup) => lookup(watched, metrics)));
}

async function stores({ stores }: ObservedProgram, { storeUp }: Metrics): Promise<void> {
  const parts = await inTime(stores.health()).catch(() => []);
  storeUp.reset();
  for (const { name, error } of parts) storeUp.set({ store: name }, error === null ? 1 : 0);
}

async function lags(watched: ObservedProgram, { lag, folded }: Metrics): Promise<void> {
  const found = await inTime(lagsOf(watched)).catch(() => []);
  lag.reset();
  folded.reset();
  for (const { projection, version, serves, seconds } of found) {
    lag.set({ projection, version, serves: serves ? 'yes' : 'no' }, seconds);
    // Without leases, this process alone writes the stores and folds all read models.
    if (watched.stores.leases === null || watched.meters.held.has(`${projection}.v${version}`)) folded.set({ projection }, 1);
  }
}

async function due({ runner, stores, clock }: ObservedProgram, { waiting, oldest }: Metrics): Promise<void> {
  // These views do not wait for recent writes, because a look must not wait for a read model that is behind.
  const views = { documents: stores.documents, current: runner.views.current };
  const found = await inTime(dueNow(views, DUE_WORK, clock.now())).catch(() => null);
  waiting.reset();
  for (const { kind, count } of found?.waiting ?? []) waiting.set({ kind }, count);
  if (found) oldest.set(found.oldestSeconds);
}

/** The state of the reactors, whichever process runs them. Reactors that have not started anywhere are left out. */
async function reactions({ stores, clock }: ObservedProgram, metrics: Metrics): Promise<void> {
  const { reactorBehind, reactorWaiting, reactorAside } = metrics;
  const found = await inTime(reactorLags(stores, clock.now())).catch(() => []);
  for (const gauge of [reactorBehind, reactorWaiting, reactorAside]) gauge.reset();
  for (const { reactor, seconds, waiting, aside } of found) {
    reactorBehind.set({ reactor }, seconds);
    reactorWaiting.set({ reactor }, waiting);
    reactorAside.set({ reactor }, aside);
  }
}

async function reactorLags({ store, reactors }: ObservedProgram['stores'], now: string) {
  const [checkpoints, counts] = await Promise.all([reactors.checkpoints(), reactors.counts()]);
  const running = checkpoints.filter(({ reactor }) => REACTORS.some(({ name }) => name === reactor));
  return Promise.all(
    running.map(async ({ reactor, position }) => {
      const { waiting = 0, aside = 0 } = counts.find((each) => each.reactor === reactor) ?? {};
      return { reactor, seconds: await ageAfter(store, position, now), waiting, aside };
    }),
  );
}

async function diskSpace({ config }: ObservedProgram, { freeBytes }: Metrics): Promise<void> {
  // On servers the program stores nothing on its own disk.
  if (config.servers !== null) return;
  const disk = await statfs(config.data).catch(() => null);
  if (disk) freeBytes.set({ folder: 'data' }, disk.bavail * disk.bsize);
}

const lagsOf = ({ stores: { store, documents }, runner: { views }, clock }: ObservedProgram): Promise<readonly ProjectionLag[]> =>
  projectionLags({ store, documents, views, projections: PROJECTIONS, now: () => clock.now() });

const inTime = <T>(work: Promise<T>): Promise<T> => withTimeout(PATIENCE_MS, work, () => new Error(`No answer within ${PATIENCE_MS} ms.`));

const messageOf = (error: unknown): string => safeText(error instanceof Error ? error.message : String(error));
