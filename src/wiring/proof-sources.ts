import type { App } from '../app/app.ts';
import { codeSources } from '../app/coding/code-sources.ts';
import { emailMaterial, isSentFor } from '../app/email/given.ts';
import { notOfTask } from '../app/file/files.ts';
import { NO_PROOF_SOURCES, type ProofSources } from '../ports/proof-sources.ts';

/** What a proof can consist of beside what is sent with it. */
export const proofSources = (app: Pick<App, 'store' | 'views' | 'opener'>): ProofSources => ({
  ...NO_PROOF_SOURCES,
  ...codeSources(app),
  unknownFiles: (...asked) => notOfTask(app, ...asked),
  hasEmailTask: (...asked) => isSentFor(app, ...asked),
  email: (...asked) => emailMaterial(app, ...asked),
  reviewsByAi: true,
});
