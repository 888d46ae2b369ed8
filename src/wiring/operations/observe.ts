import { statfs } from 'node:fs/promises';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import { type Position, START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Documents } from '../../ports/documents.ts';
import { type AnyDueSource, countDue, dueBefore } from '../../projections/engine/due-work.ts';
import { type AnyProjection, collectionName } from '../../projections/engine/projection.ts';
import type { Building } from '../../projections/engine/runner.ts';
import type { Views } from '../../projections/engine/views.ts';
import { lastBackup } from '../../store/backup/last-backup.ts';
import type { Assembled } from '../assemble.ts';
import { DUE_WORK, PROJECTIONS, REACTORS } from '../features.ts';
import { safeText } from '../logger.ts';
import type { Metrics } from './metrics.ts';

export interface DueNow {
  readonly waiting: readonly { readonly kind: string; readonly count: number }[];
  /** How long the oldest piece of work has been due, in seconds; 0 if nothing is due. */
  readonly oldestSeconds: number;
}

/** Work that is due and not done, up to 1,000 for each kind. */
async function dueNow(views: Views, sources: readonly AnyDueSource[], now: string): Promise<DueNow> {
  const waiting = await countDue(views, sources, now);
  const [first] = await dueBefore(views, sources, now, 1);
  return { waiting, oldestSeconds: first ? (Date.parse(now) - Date.parse(first.next_at)) / 1_000 : 0 };
}

/** One collection of a read model: of the newest version, or of the older version that still serves. */
export interface ProjectionLag {
  readonly projection: string;
  readonly version: string;
  /** True if queries read this collection. */
  readonly serves: boolean;
  /** The age, in seconds, of the oldest event that it has not processed; 0 if it has processed all. */
  readonly seconds: number;
}

interface LagSources {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly views: Views;
  readonly projections: readonly AnyProjection[];
  readonly now: () => string;
}

/** How far each read model is behind, whichever process folds it, by the stored checkpoints. */
async function projectionLags({ store, documents, views, projections, now }: LagSources): Promise<readonly ProjectionLag[]> {
  const collections = projections.flatMap((projection) => collectionsOf(projection, views));
  const checkpoints = await documents.checkpoints(collections.map(({ collection }) => collection));
  const [newest] = await store.readLast(1);
  const at = ({ collection }: { collection: string }): Position => checkpoints.get(collection)?.position ?? START;
  const ages = new Map<Position, number>();
  for (const position of new Set(collections.map(at)))
    ages.set(position, newest === undefined || position >= newest.position ? 0 : await ageAfter(store, position, now()));
  return collections.map((one) => ({
    projection: one.projection,
    version: one.collection.slice(one.projection.length + '.v'.length),
    serves: one.serves,
    seconds: ages.get(at(one)) ?? 0,
  }));
}

function collectionsOf(projection: AnyProjection, views: Views) {
  const { name } = projection;
  const newest = collectionName(projection);
  const serving = views.current(name);
  const one = { projection: name, collection: serving, serves: true };
  return serving === newest ? [one] : [one, { projection: name, collection: newest, serves: false }];
}

/** The age, in seconds, of the first event after the position; 0 if there is none. */
async function ageAfter(store: EventStore, position: Position, now: string): Promise<number> {
  const [next] = await store.readAll(position, 1);
  return next ? Math.max(0, (Date.parse(now) - Date.parse(next.metadata.recorded_at)) / 1_000) : 0;
}

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
  const { metrics, aside, answers, reports } = watched.meters;
  metrics.aside.set(aside());
  const remembered = answers();
  metrics.rememberedNow.set(remembered.answers);
  metrics.rememberedBytes.set(remembered.bytes);
  metrics.reportsWaiting.set(reports().waiting);
  metrics.reportsMaking.set(reports().making);
  const lookups = [stores, lags, reactions, diskSpace, backups, ...(isReadable ? [due] : [])];
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
  // These views do not wait for recent writes, because a measurement must not wait for a read model that is behind.
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

/** On servers the tools of the stores make the backups, and the program does not know of them. */
function backups({ config, clock }: ObservedProgram, { backupAge }: Metrics): void {
  if (config.servers !== null) return;
  const made = lastBackup(config.data);
  backupAge.set(
    { folder: 'data' },
    made === null ? Number.POSITIVE_INFINITY : Math.max(0, (Date.parse(clock.now()) - Date.parse(made)) / 1_000),
  );
}

const lagsOf = ({ stores: { store, documents }, runner: { views }, clock }: ObservedProgram): Promise<readonly ProjectionLag[]> =>
  projectionLags({ store, documents, views, projections: PROJECTIONS, now: () => clock.now() });

const inTime = <T>(work: Promise<T>): Promise<T> => withTimeout(PATIENCE_MS, work, () => new Error(`No answer within ${PATIENCE_MS} ms.`));

const messageOf = (error: unknown): string => safeText(error instanceof Error ? error.message : String(error));
