import type { App } from '../app/app.ts';
import { handInAnswers } from '../app/coding/handing-in.ts';
import { CodeAttempted, CodeTaskRemoved } from '../domain/coding/events.ts';
import type { Reactor } from './engine/reactor.ts';

/** What answers the last coding question of a task, or takes it away, hands in the proof of the task. */
export const solvedCodeHandsIn: Reactor<App> = {
  name: 'solved-code-hands-in',
  from: 'start',
  events: [CodeAttempted.type, CodeTaskRemoved.type],
  react: (event, app) => handInAnswers(app, event),
};
