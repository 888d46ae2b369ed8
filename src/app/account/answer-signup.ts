import { accountDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import type { Account, AccountState } from '../../domain/account/state.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { signup } from '../../projections/account/signups.ts';
import type { App } from '../app.ts';
import { DAY_MS, type LinkMail, later, requestMail } from '../delivery/account-mails.ts';
import { advanceDeletion } from './account-deletion.ts';
import { createLookup, type Found, type Lookup } from './account-lookup.ts';
import { askerOf, type BrowserOf, type MayMail, signupAsker } from './askers.ts';
import { endSignup } from './end-signups.ts';

/** How long a sign-up waits for its confirmation, in milliseconds: as long as the link works. */
const WAITS = DAY_MS;

/**
 * Finds an account by its address. If its deletion was interrupted, this finishes the deletion first, so that the address is free again.
 */
export async function findReleased(app: App, { find }: Pick<Lookup, 'find'>, email: string): Promise<Found> {
  const found = await find(email);
  if (found.userId === null || found.state.status !== 'none' || !found.state.left) return found;
  await advanceDeletion(app, found.userId);
  const again = await find(email);
  if (again.userId === found.userId) throw new StoreUnavailable('The former account of this address is being deleted.');
  return again;
}

export interface SignupAnswer {
  readonly correlationId: string;
  readonly mayMail: MayMail;
  /** The browser that signed up, if it is still known. */
  readonly browserOf?: BrowserOf | undefined;
}

/**
 * Requests the mail that follows a sign-up, once: a confirmation link, or a note to the owner if the address has an account already. Null:
 * the mail was requested before, or the sign-up has ended. It can be repeated.
 */
export async function answerSignup(
  app: App,
  userId: string,
  { correlationId, mayMail, browserOf }: SignupAnswer,
): Promise<Position | null> {
  const lookup = createLookup(app);
  const state = await lookup.load(userId);
  if (!waitsForMail(state)) return null;
  const source = state.signup.source ?? '';
  const mail = await mailFor(app, lookup, userId, state);
  const isOwn = mail.userId === userId;
  const asker = isOwn ? signupAsker(state) : await askerOf(app, mail.userId, source, browserOf);
  if (await mayMail(isOwn ? { source, isKnown: false } : asker, state.address_key))
    await requestMail(app, mail, { correlationId, mailId: derivedId('sign_up_mail', userId), asker });
  const command = { type: 'NoteSignupAnswered', until: later(app.clock.now(), WAITS) } as const;
  const context = { owner: userId, actor: SYSTEM, correlationId, causationId: null };
  return (await handle(app, accountDecider, accountStream(userId), command, context)).position;
}

const waitsForMail = (state: AccountState): state is Account => state.status === 'registered' && !state.signup.answered;

async function mailFor(app: App, lookup: Lookup, userId: string, account: Account): Promise<LinkMail> {
  const { email: to, name } = await lookup.identity(userId, account);
  const known = await findReleased(app, lookup, to);
  if (known.userId === null || known.state.status !== 'confirmed') return { kind: 'confirmation', userId, to, name };
  const owner = await lookup.identity(known.userId, known.state);
  return { kind: 'known_address', userId: known.userId, to: owner.email, name: owner.name };
}

/** Does the due work of a sign-up: requests the mail if a crash prevented it, or ends a sign-up that nobody confirmed. */
export async function advanceSignup(app: App, userId: string): Promise<Position | null> {
  const found = await signup(app.views, userId);
  if (found === null) return null;
  if (!found.doc.answered) return answerSignup(app, userId, { correlationId: app.newId(), mayMail: async () => true });
  if (found.doc.next_key === null || found.doc.next_key > app.clock.now()) return null;
  return (await endSignup(app, userId, { how: 'expired', correlationId: app.newId() })).position;
}
