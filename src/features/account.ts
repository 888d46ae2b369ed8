import { advanceDeletion } from '../app/account/account-deletion.ts';
import { advanceSignup } from '../app/account/answer-signup.ts';
import { ACCOUNT_EVENTS } from '../domain/account/events.ts';
import { ADDRESS_EVENTS, IDENTITY_EVENTS, SESSION_EVENTS } from '../domain/account/sign-in-events.ts';
import { providerSignInRoutes } from '../http/routes/account/provider-sign-in.ts';
import { accountRoutes } from '../http/routes/account/routes.ts';
import { sessionRoutes } from '../http/routes/account/session.ts';
import { signupRoutes } from '../http/routes/account/signup.ts';
import { dueKind } from '../jobs/work.ts';
import { farewellMail } from '../messages/account/farewell.ts';
import { linkMail } from '../messages/account/link-mails.ts';
import { newDeviceMail, refusedSignInsMail, scheduledDeletionMail } from '../messages/account/safety-mail.ts';
import { ownerMail } from '../messages/sending/message-kind.ts';
import { accounts, leaving, streams } from '../projections/account/accounts.ts';
import { refusedSignIns } from '../projections/account/refused-sign-ins.ts';
import { signups } from '../projections/account/signups.ts';
import {
  confirmationEndsOtherSignups,
  ownerHearsOfDeletion,
  ownerHearsOfNewDevice,
  ownerHearsOfRefusedSignIns,
} from '../reactors/account.ts';
import type { Feature } from './feature.ts';

/** Signing up, signing in, sessions, and the deletion of an account. */
export const account: Feature = {
  name: 'account',
  events: [...ACCOUNT_EVENTS, ...ADDRESS_EVENTS, ...SESSION_EVENTS, ...IDENTITY_EVENTS],
  projections: [accounts, leaving, streams, refusedSignIns, signups],
  live: { settings: [accounts] },
  dueWork: [
    dueKind({
      kind: 'leave',
      order: 10,
      projection: leaving,
      facts: ({ id, doc }) => ({ owner: doc.user_id, id }),
      run: ({ app }, { owner }) => advanceDeletion(app, owner),
    }),
    dueKind({
      kind: 'signup',
      order: 5,
      projection: signups,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ app }, { id }) => advanceSignup(app, id),
    }),
  ],
  reactors: [ownerHearsOfRefusedSignIns, ownerHearsOfNewDevice, ownerHearsOfDeletion, confirmationEndsOtherSignups],
  routes: (deps, site) => [...signupRoutes(deps), ...providerSignInRoutes(deps, site), ...sessionRoutes(deps), ...accountRoutes(deps)],
  messages: [
    ownerMail('confirmation', linkMail('confirmation', '/auth/confirm')),
    ownerMail('password_reset', linkMail('password_reset', '/auth/reset')),
    ownerMail('known_address', linkMail('known_address', '/auth/reset')),
    ownerMail('account_farewell', farewellMail),
    ownerMail('refused_sign_ins', refusedSignInsMail),
    ownerMail('new_device', newDeviceMail),
    ownerMail('deletion_scheduled', scheduledDeletionMail),
  ],
};
