import { v7 } from 'uuid';
import type { App } from '../../src/app/app.ts';
import { codeSources } from '../../src/app/coding/handing-in.ts';
import { withConnections } from '../../src/app/connection/tokens.ts';
import { emailMaterial, isSentFor } from '../../src/app/email/content.ts';
import { notOfTask } from '../../src/app/file/files.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Billing, BillingDesk } from '../../src/ports/billing.ts';
import { NO_GITHUB } from '../../src/ports/github.ts';
import type { OAuthProviders } from '../../src/ports/oauth.ts';
import { NO_PROOF_SOURCES } from '../../src/ports/proof-sources.ts';
import type { Runner } from '../../src/projections/engine/runner.ts';
import { createAiHelp } from '../../src/providers/ai/help.ts';
import { createReviewer } from '../../src/providers/ai/reviewer.ts';
import { createFileInspector } from '../../src/providers/inspection/inspector.ts';
import { webPages } from '../../src/providers/pages/web.ts';
import { postPictures } from '../../src/providers/post-picture.ts';
import { openSandbox } from '../../src/providers/sandbox/sandbox.ts';
import { secretsIn } from '../../src/store/vault/driver.ts';
import { openBilling } from '../../src/wiring/integrations.ts';
import { emailReviews, plansFrom } from '../../src/wiring/own-ports.ts';
import type { TestStores } from './stores.ts';

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
export function plainApp(stores: TestStores, runner: Runner, oauth: OAuthProviders = { google: null, github: null }): App {
  const { store, documents, vault, opener, clock, files, mailbox } = stores;
  const { billing, desk } = openBilling(readConfig({}), { files, clock, keys: vault }, () => app);
  if (desk !== null) desks.set(billing, desk);
  const app: App = withConnections({
    store: runner.noting(store),
    documents,
    ...secretsIn(vault),
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
