import { v7 } from 'uuid';
import type { App } from '../../src/app/app.ts';
import { codeSources } from '../../src/app/coding/code-sources.ts';
import { withConnections } from '../../src/app/connection/tokens.ts';
import { emailMaterial, isSentFor } from '../../src/app/email/given.ts';
import { notOfTask } from '../../src/app/file/files.ts';
import type { OAuthProviders } from '../../src/ports/oauth.ts';
import { NO_PROOF_SOURCES } from '../../src/ports/proof-sources.ts';
import type { Runner } from '../../src/projections/engine/runner.ts';
import { createReviewer } from '../../src/providers/ai/reviewer.ts';
import { createFileInspector } from '../../src/providers/inspection/inspector.ts';
import { webPages } from '../../src/providers/pages/web.ts';
import { openSandbox } from '../../src/providers/sandbox/sandbox.ts';
import { secretsIn } from '../../src/store/vault/driver.ts';
import { emailReviews } from '../../src/wiring/email-reviews.ts';
import type { TestStores } from './stores.ts';

/** Without a key the rubric reviews. */
const RUBRIC = createReviewer({
  url: 'http://127.0.0.1:9',
  key: null,
  models: { mini: 'mini', premium: 'premium' },
  timeoutMs: 1_000,
  onFallback: () => undefined,
});

/** The app over these stores, with random ids. Read models are those of the runner. */
export const plainApp = (
  { store, documents, vault, opener, clock, files, mailbox }: TestStores,
  runner: Runner,
  oauth: OAuthProviders = { google: null, github: null },
): App =>
  withConnections({
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
    pages: webPages({ contact: null }),
    sandbox: openSandbox(),
    inspector: createFileInspector(),
    reviewEmail: emailReviews(RUBRIC),
    oauth,
    outboxes: [mailbox],
    clock,
    views: runner.views,
    newId: () => v7(),
    waitForReadModels: (position, options) => runner.waitForReadModels(position, options),
  });
