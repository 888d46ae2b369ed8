import type { App } from '../app/app.ts';
import { giveAsProof } from '../app/email/as-proof.ts';
import { EmailSent } from '../domain/email/events.ts';
import type { Reactor } from './engine/reactor.ts';

export const sentEmailIsProof: Reactor<App> = {
  name: 'sent-email-is-proof',
  from: 'now',
  events: [EmailSent.type],
  react: (event, app) => giveAsProof(app, event),
};
