import type { App } from '../app/app.ts';
import { handInAnswers } from '../app/coding/handing-in.ts';
import { CodeAttempted, CodeTaskRemoved } from '../domain/coding/events.ts';
import type { Reactor } from './engine/reactor.ts';

/** Gives the proof of a task when its last open coding question is answered or removed. */
export const solvedCodeHandsIn: Reactor<App> = {
  name: 'solved-code-hands-in',
  from: 'start',
  events: [CodeAttempted.type, CodeTaskRemoved.type],
  react: (event, app) => handInAnswers(app, event),
};
