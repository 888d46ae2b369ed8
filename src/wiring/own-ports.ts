import type { App } from '../app/app.ts';
import { codeSources } from '../app/coding/handing-in.ts';
import { emailMaterial, isSentFor } from '../app/email/content.ts';
import { notOfTask } from '../app/file/files.ts';
import { planOf } from '../contracts/plan.ts';
import { planInForce } from '../domain/subscription/state.ts';
import type { Plans } from '../ports/billing.ts';
import type { Clock } from '../ports/clock.ts';
import { NO_PROOF_SOURCES, type ProofSources } from '../ports/proof-sources.ts';
import type { ReviewEmail, Reviewer } from '../ports/reviewer.ts';
import type { Views } from '../projections/engine/views.ts';
import { storedSubscription } from '../projections/subscription.ts';

/** Reads plans from the read model of subscriptions, and what they include from the catalogue. */
export const plansFrom = (views: Views, clock: Clock): Plans => ({
  async of(owner) {
    const stored = await storedSubscription(views, owner);
    const { plan, phase } = planInForce(stored?.doc ?? null, clock.now());
    return { plan, phase, premium: plan === 'pro', limits: planOf(plan).limits };
  },
});

/** Material of a proof that is stored elsewhere and not sent with it. */
export const proofSources = (app: Pick<App, 'store' | 'views' | 'opener'>): ProofSources => ({
  ...NO_PROOF_SOURCES,
  ...codeSources(app),
  unknownFiles: (...asked) => notOfTask(app, ...asked),
  hasEmailTask: (...asked) => isSentFor(app, ...asked),
  email: (...asked) => emailMaterial(app, ...asked),
  reviewsByAi: true,
});

/** The reviewer of proof also reviews drafts of emails. */
export const emailReviews =
  ({ review }: Reviewer): ReviewEmail =>
  ({ title, requirement, subject, body, recipients, attachments }, way) =>
    review(
      {
        kind: 'email',
        task: { title, requirement },
        text: null,
        links: [],
        commits: [],
        files: attachments.map((one) => ({ ...one, text: null, isCut: false })),
        email: { subject, body, recipients },
      },
      way,
    );
