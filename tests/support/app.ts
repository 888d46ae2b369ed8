import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeEach } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { type Caller, userCaller } from '../../src/app/caller.ts';
import { codeSources } from '../../src/app/coding/handing-in.ts';
import { withConnections } from '../../src/app/connection/tokens.ts';
import { emailMaterial, isSentFor } from '../../src/app/email/content.ts';
import { notOfTask } from '../../src/app/file/files.ts';
import { carryZoneMove } from '../../src/app/task/zone-moves.ts';
import { readConfig } from '../../src/config/config.ts';
import { accountDecider } from '../../src/domain/account/decide.ts';
import { accountStream } from '../../src/domain/account/events.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
import type { RememberedAnswers } from '../../src/http/kernel/remembering/remembered-answers.ts';
import type { Billing, BillingDesk } from '../../src/ports/billing.ts';
import { NO_GITHUB } from '../../src/ports/github.ts';
import type { OAuthProviders } from '../../src/ports/oauth.ts';
import { NO_PROOF_SOURCES } from '../../src/ports/proof-sources.ts';
import { createRunner } from '../../src/projections/engine/projection-runner.ts';
import type { Runner } from '../../src/projections/engine/runner.ts';
import { createAiHelp } from '../../src/providers/ai/help.ts';
import { createReviewer } from '../../src/providers/ai/reviewer.ts';
import { createFileInspector } from '../../src/providers/inspection/inspector.ts';
import { webPages } from '../../src/providers/pages/web.ts';
import { postPictures } from '../../src/providers/post-picture.ts';
import { openPushService } from '../../src/providers/push/push-service.ts';
import { openSandbox } from '../../src/providers/sandbox/sandbox.ts';
import { openTemporaryDocuments } from '../../src/store/documents/sqlite-documents.ts';
import type { Upcasters } from '../../src/store/event-log/upcasting.ts';
import { openSqliteStores, type SqliteStores } from '../../src/store/sqlite-stores.ts';
import { secretsIn } from '../../src/store/vault/driver.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { VIEWS_FILES } from '../../src/wiring/folding/groups.ts';
import { openBilling } from '../../src/wiring/integrations.ts';
import { emailReviews, plansFrom } from '../../src/wiring/own-ports.ts';
import { TestClock } from './clock.ts';

const NO_AI = { url: 'http://127.0.0.1:9', key: null, models: { mini: 'mini', premium: 'premium' }, timeoutMs: 1_000 };
/** Without a key the rubric reviews. */
const RUBRIC = createReviewer({ ...NO_AI, onFallback: () => undefined });

const desks = new WeakMap<Billing, BillingDesk>();

/** The counter of the payment provider that an app of these tests has. */
export function deskOf({ billing }: Pick<App, 'billing'>): BillingDesk {
  const desk = desks.get(billing);
  if (desk === undefined) throw new Error('This app has another payment provider.');
  return desk;
}

/** The app over these stores, with random ids. Read models are those of the runner. */
/** `remembered` watches what is written through the app. */
export function plainApp(
  stores: TestStores,
  runner: Runner,
  oauth: OAuthProviders = { google: null, github: null },
  remembered?: RememberedAnswers,
): App {
  const { store, documents, vault, opener, clock, files, mailbox } = stores;
  const { billing, desk } = openBilling(readConfig({}), { files, clock, keys: vault }, () => app);
  if (desk !== null) desks.set(billing, desk);
  const noted = runner.noting(store);
  const secrets = secretsIn(vault);
  const app: App = withConnections({
    store: remembered?.noting(noted) ?? noted,
    documents,
    openScratch: openTemporaryDocuments,
    ...(remembered?.watching(secrets) ?? secrets),
    opener,
    files,
    proof: {
      ...NO_PROOF_SOURCES,
      ...codeSources({ views: runner.views, opener }),
      unknownFiles: (...asked) => notOfTask(runner, ...asked),
      hasEmailTask: (...asked) => isSentFor({ store }, ...asked),
      email: (...asked) => emailMaterial({ store, opener }, ...asked),
      reviewsByAi: true,
    },
    github: NO_GITHUB,
    pages: webPages({ contact: null }),
    sandbox: openSandbox(),
    inspector: createFileInspector(),
    push: openPushService({ subject: 'mailto:operator@vouch.example', guard: { loopback: true } }),
    reviewEmail: emailReviews(RUBRIC),
    ai: createAiHelp(NO_AI),
    postPictures,
    oauth,
    plans: plansFrom(runner.views, clock),
    billing,
    operatorEmail: 'operator@vouch.example',
    outboxes: [mailbox],
    clock,
    views: runner.views,
    newId: () => v7(),
    waitForReadModels: (position, options) => runner.waitForReadModels(position, options),
  });
  return app;
}

export const TEST_MASTER_KEY: Uint8Array = new Uint8Array(32).fill(7);

export interface TestStores extends SqliteStores {
  readonly clock: TestClock;
  readonly dataDir: string;
  /** Closes the stores and removes the folder. */
  dispose(): Promise<void>;
}

/** Stores in a new folder, or in the given one with what it already contains. */
export function openTestStores(
  options: { dataDir?: string; clock?: TestClock; upcasters?: Upcasters; foldedInThreads?: boolean } = {},
): TestStores {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vouch-'));
  const clock = options.clock ?? new TestClock();
  const stores = openSqliteStores({
    dataDir,
    masterKey: TEST_MASTER_KEY,
    clock,
    views: VIEWS_FILES,
    foldedInThreads: options.foldedInThreads ?? false,
    ...(options.upcasters && { upcasters: options.upcasters }),
  });
  return {
    ...stores,
    clock,
    dataDir,
    async dispose() {
      await stores.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface TestApp extends App {
  readonly clock: TestClock;
  /** A confirmed account in that zone. */
  user(zone?: string): Promise<Caller>;
  move(caller: Caller, zone: string): Promise<void>;
  /** Waits until the read models contain everything that was written. */
  upToDate(): Promise<void>;
  /** Gives the result of the work when the read models contain what it wrote. */
  done<T>(work: Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

/** Where the clock stands when a test begins: Friday, 17:00 in Berlin. */
const BEGINNING = '2026-11-20T16:00:00.000Z';

/**
 * Opens one app for all tests of a file. Before each test the clock is set back, and `begin` is called with a new confirmed
 * account in Berlin.
 */
export async function appForFile(begin?: (me: Caller) => void): Promise<TestApp> {
  const app = await openTestApp();
  afterAll(() => app.dispose());
  if (begin)
    beforeEach(async () => {
      app.clock.set(BEGINNING);
      begin(await app.user());
    });
  return app;
}

/** Use cases over real stores and read models, without HTTP. The clock stands at 2026-11-20T16:00Z. */
export async function openTestApp(): Promise<TestApp> {
  const stores = openTestStores();
  const { store, documents, vault, clock } = stores;
  const log = { info: () => undefined, error: (_fields: object, message: string) => console.error(message) };
  const runner = createRunner({ store, documents, projections: PROJECTIONS, log });
  await runner.start();
  const handling = { store, clock, newId: () => v7() };
  const upToDate = async () => runner.waitForReadModels(await store.head());
  const app: TestApp = {
    ...plainApp(stores, runner),
    clock,
    upToDate,
    async done(work) {
      const result = await work;
      await upToDate();
      return result;
    },
    async user(zone = 'Europe/Berlin') {
      const caller = userCaller(v7(), v7());
      await vault.createKey(caller.owner);
      const identity = { email: `${caller.owner}@example.org`, full_name: 'Ada' };
      const stream = accountStream(caller.owner);
      await handle(handling, accountDecider, stream, { type: 'Register', addressKey: caller.owner, timezone: zone, identity }, caller);
      await handle(handling, accountDecider, stream, { type: 'Confirm' }, caller);
      await upToDate();
      return caller;
    },
    async move(caller, zone) {
      const command = { type: 'ChangeProfile', timezone: zone, if_match: null } as const;
      const { events } = await handle(handling, accountDecider, accountStream(caller.owner), command, caller);
      await upToDate();
      for (const event of events) await carryZoneMove(app, event);
      await upToDate();
    },
    async dispose() {
      await runner.stop();
      await stores.dispose();
    },
  };
  return app;
}
