import type { App } from '../app/app.ts';
import { requestReview } from '../app/proof/review-requests.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['ProofSubmitted', 'ReviewPassedOn'] as const satisfies readonly TaskEvent['type'][];

export const aiIsAskedForReview: Reactor<App> = {
  name: 'ai-is-asked-for-review',
  from: 'now',
  events: EVENTS,
  react: (event, app) => requestReview(app, event),
};
