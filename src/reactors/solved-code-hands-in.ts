import type { App } from '../app/app.ts';
import { handInAttempt } from '../app/coding/handing-in.ts';
import { CodeAttempted } from '../domain/coding/events.ts';
import type { Reactor } from './engine/reactor.ts';

/** An attempt that answers the last coding question of a task hands in the proof of the task. */
export const solvedCodeHandsIn: Reactor<App> = {
  name: 'solved-code-hands-in',
  from: 'start',
  events: [CodeAttempted.type],
  react: (event, app) => handInAttempt(app, event),
};
