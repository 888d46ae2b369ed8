import { statfs } from 'node:fs/promises';
import type { Building } from '../../projections/engine/runner.ts';
import { within } from '../../store/within.ts';
import type { Assembled } from '../assemble.ts';
import { DUE_WORK, PROJECTIONS, REACTORS } from '../features.ts';
import { ageAfter, type Behind, behind } from './behind.ts';
import { dueNow } from './due-now.ts';
import type { Metrics } from './metrics.ts';
import { safeText } from './safe-text.ts';

/** A running program as its operator looks at it. */
export type Watched = Pick<Assembled, 'config' | 'stores' | 'runner' | 'clock' | 'meters'>;

export interface Fault {
  readonly name: string;
  readonly error: string;
}

/** More than stores take to say by themselves which of them does not answer. */
const PATIENCE_MS = 3_000;
/** Read models farther behind than this are not shown to people as if they were the present. */
const FAR_BEHIND_S = 60;

/** What keeps it from being ready, a sentence each, without secrets; nothing: it is. Rejects for nothing. */
export async function faultsOf(watched: Watched): Promise<readonly Fault[]> {
  const parts = await inTime(watched.stores.health()).catch((error: unknown) => [{ name: 'stores', error: said(error) }]);
  const stores = parts.flatMap(({ name, error }) => (error === null ? [] : [{ name, error: safeText(error) }]));
  if (stores.length > 0) return stores;
  const lags = await inTime(lagsOf(watched)).catch((error: unknown) => said(error));
  if (typeof lags === 'string') return [{ name: 'read models', error: lags }];
  return lags.filter(({ serves, seconds }) => serves && seconds > FAR_BEHIND_S).map(tooFarBehind);
}

const tooFarBehind = ({ projection, seconds }: Behind): Fault => ({
  name: `read model ${projection}`,
  error: `It is ${Math.round(seconds)} s behind.`,
});

/**
 * How far the read models are that cannot be read yet, in all (by `percentOf`) and each; null: it cannot be told now.
 * Rejects for nothing.
 */
export async function buildingFaults(
  { runner }: Pick<Watched, 'runner'>,
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
 * Sets what is looked up rather than counted. What cannot be found out is left out, and so is what is due while read
 * models cannot be read: a query would disturb their building, and find half.
 */
export async function look(watched: Watched, isReadable = true): Promise<void> {
  const { metrics, aside } = watched.meters;
  metrics.aside.set(aside());
  const lookups = [stores, lags, reactions, room, ...(isReadable ? [due] : [])];
  await Promise.all(lookups.map((lookup) => lookup(watched, metrics)));
}

async function stores({ stores }: Watched, { storeUp }: Metrics): Promise<void> {
  const parts = await inTime(stores.health()).catch(() => []);
  storeUp.reset();
  for (const { name, error } of parts) storeUp.set({ store: name }, error === null ? 1 : 0);
}

async function lags(watched: Watched, { lag, folded }: Metrics): Promise<void> {
  const found = await inTime(lagsOf(watched)).catch(() => []);
  lag.reset();
  folded.reset();
  for (const { projection, version, serves, seconds } of found) {
    lag.set({ projection, version, serves: serves ? 'yes' : 'no' }, seconds);
    // Where nothing is leased, this process alone writes the stores, and folds all.
    if (watched.stores.leases === null || watched.meters.held.has(`${projection}.v${version}`)) folded.set({ projection }, 1);
  }
}

async function due({ runner, stores, clock }: Watched, { waiting, oldest }: Metrics): Promise<void> {
  // Not the views that wait for what was just written: a look must not wait for what is behind.
  const views = { documents: stores.documents, current: runner.views.current };
  const found = await inTime(dueNow(views, DUE_WORK, clock.now())).catch(() => null);
  waiting.reset();
  for (const { kind, count } of found?.waiting ?? []) waiting.set({ kind }, count);
  if (found) oldest.set(found.oldestSeconds);
}

/** Whichever process runs them. One that has not begun anywhere is left out. */
async function reactions({ stores, clock }: Watched, metrics: Metrics): Promise<void> {
  const { reactorBehind, reactorWaiting, reactorAside } = metrics;
  const found = await inTime(reactionsNow(stores, clock.now())).catch(() => []);
  for (const gauge of [reactorBehind, reactorWaiting, reactorAside]) gauge.reset();
  for (const { reactor, seconds, waiting, aside } of found) {
    reactorBehind.set({ reactor }, seconds);
    reactorWaiting.set({ reactor }, waiting);
    reactorAside.set({ reactor }, aside);
  }
}

async function reactionsNow({ store, reactors }: Watched['stores'], now: string) {
  const [checkpoints, counts] = await Promise.all([reactors.checkpoints(), reactors.counts()]);
  const running = checkpoints.filter(({ reactor }) => REACTORS.some(({ name }) => name === reactor));
  return Promise.all(
    running.map(async ({ reactor, position }) => {
      const { waiting = 0, aside = 0 } = counts.find((each) => each.reactor === reactor) ?? {};
      return { reactor, seconds: await ageAfter(store, position, now), waiting, aside };
    }),
  );
}

async function room({ config }: Watched, { freeBytes }: Metrics): Promise<void> {
  // On servers nothing of the program's own lies on a disk.
  if (config.servers !== null) return;
  const disk = await statfs(config.data).catch(() => null);
  if (disk) freeBytes.set({ folder: 'data' }, disk.bavail * disk.bsize);
}

const lagsOf = ({ stores: { store, documents }, runner: { views }, clock }: Watched): Promise<readonly Behind[]> =>
  behind({ store, documents, views, projections: PROJECTIONS, now: () => clock.now() });

const inTime = <T>(work: Promise<T>): Promise<T> => within(PATIENCE_MS, work, () => new Error(`No answer within ${PATIENCE_MS} ms.`));

const said = (error: unknown): string => safeText(error instanceof Error ? error.message : String(error));
