import { EMAIL_EVENTS, EmailSendRequested } from '../domain/email/events.ts';
import { emailRoutes } from '../http/routes/email.ts';
import { dueKind } from '../jobs/work.ts';
import { emailTasks } from '../projections/email.ts';
import { sentEmailIsProof } from '../reactors/proof.ts';
import { emailsPart } from '../reports/bundle/proof.ts';
import type { Feature } from './feature.ts';

/** Emails that are proof of tasks: written, reviewed, sent. */
export const email: Feature = {
  name: 'email',
  events: EMAIL_EVENTS,
  projections: [emailTasks],
  live: { verification: [emailTasks] },
  dueWork: [
    // An email that must be sent, or whose unknown outcome must be found out.
    dueKind({
      kind: 'email',
      order: 85,
      projection: emailTasks,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ sendEmail }, { id }) => sendEmail(id),
      promptedBy: [EmailSendRequested],
      slow: true,
      onlyBegins: true,
    }),
  ],
  reactors: [sentEmailIsProof],
  routes: emailRoutes,
  bundleParts: [emailsPart],
};
