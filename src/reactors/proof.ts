import type { App } from '../app/app.ts';
import { handInAnswers } from '../app/coding/handing-in.ts';
import { giveAsProof } from '../app/email/as-proof.ts';
import { requestReview } from '../app/proof/reviews.ts';
import { CodeAttempted, CodeTaskRemoved } from '../domain/coding/events.ts';
import { EmailSent } from '../domain/email/events.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['ProofSubmitted', 'ReviewPassedOn'] as const satisfies readonly TaskEvent['type'][];

export const aiIsAskedForReview: Reactor<App> = {
  name: 'ai-is-asked-for-review',
  from: 'now',
  events: EVENTS,
  react: (event, app) => requestReview(app, event),
};

/** Gives the proof of a task when its last open coding question is answered or removed. */
export const solvedCodeHandsIn: Reactor<App> = {
  name: 'solved-code-hands-in',
  from: 'start',
  events: [CodeAttempted.type, CodeTaskRemoved.type],
  react: (event, app) => handInAnswers(app, event),
};

export const sentEmailIsProof: Reactor<App> = {
  name: 'sent-email-is-proof',
  from: 'now',
  events: [EmailSent.type],
  react: (event, app) => giveAsProof(app, event),
};
