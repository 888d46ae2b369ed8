import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { type AccountCommand, accountDecider } from '../../domain/account/decide.ts';
import { accountStream, TimezoneChanged } from '../../domain/account/events.ts';
import type { AccountState } from '../../domain/account/state.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import { createAfterAnswers, type Spread, spreadOver } from '../after-answers.ts';
import type { App } from '../app.ts';
import { latest } from '../task/task-send.ts';
import { carryZoneMove } from '../task/zone-moves.ts';
import { moveBoxesWithZone } from '../time-box/zone-moves.ts';
import { createLookup } from './account-lookup.ts';
import { createMailBounds } from './askers.ts';
import { createLinkRequests, createLinkTokenUse } from './link-requests.ts';
import { createPasswordChanges, hashPassword, weaknessOf } from './passwords.ts';
import { asUser, type IsKnown, type SignedIn, startSession } from './sessions.ts';
import { createProviderSignIns, createSignIns } from './sign-ins.ts';
import { createSignups } from './signups.ts';

const weak = (field: string, sentence: string): RuleViolation => new RuleViolation('validation_failed', sentence, { [field]: [sentence] });

/** How many tasks the program adapts to a new zone before it answers. A reactor adapts the others. */
const MOVED_AT_ONCE = 500;

export type Accounts = ReturnType<typeof createAccounts>;

/** `onFault` receives errors that happen after the answer was sent. `spread` decides when work after an answer begins; left out: soon. */
export function createAccounts(app: App, onFault: (error: unknown) => void, spread: Spread = spreadOver(0)) {
  const { sessions } = app;
  const mutex = app.shared?.mutex ?? createKeyedMutex();
  const afterAnswers = createAfterAnswers(onFault, spread);
  const lookup = createLookup(app);
  const { load, find, identityOf } = lookup;
  const links = createLinkTokenUse(app);
  const parts = { lookup, links, mutex, afterAnswers, mayMail: createMailBounds(app) };
  const signups = createSignups(app, parts);
  const linkRequests = createLinkRequests(app, parts);
  const passwords = createPasswordChanges(app, { load, identityOf });
  const send = async (userId: string, command: AccountCommand, correlationId: string): Promise<Handled<AccountState>> => {
    const handled = await handle(app, accountDecider, accountStream(userId), command, asUser(userId, correlationId));
    return { ...handled, position: latest([handled.position, await moveTasks(handled.events)]) };
  };
  /** The answer to a change of zone shows the next due tasks and the plan in the new zone, so they are changed first. */
  async function moveTasks(events: readonly Recorded[]): Promise<Position | null> {
    const moved = events.find((event) => isEvent(event, TimezoneChanged));
    if (moved === undefined) return null;
    await app.waitForReadModels(moved.position);
    return latest([await carryZoneMove(app, moved, MOVED_AT_ONCE), await moveBoxesWithZone(app, moved)]);
  }

  return {
    load,
    holderOf: links.holderOf,
    /** Begins all work that waits until after an answer, and resolves when it has ended. */
    drain: afterAnswers.drain,

    signup: signups.signup,
    signupOf: signups.signupOf,
    confirm: signups.confirm,
    resend: linkRequests.resend,
    forgot: linkRequests.forgot,

    async reset(token: string, password: string, correlationId: string, isKnown: IsKnown): Promise<SignedIn> {
      const userId = await links.holderOf(token, 'reset');
      const fault = await weaknessOf(password, await identityOf(userId));
      if (fault) throw weak('password', fault);
      const hash = await hashPassword(password);
      return links.withToken(token, async () => {
        await passwords.replacePassword(userId, { hash, how: 'reset', correlationId });
        return startSession(app, { userId, how: 'reset', correlationId, passwordHash: hash, isNewDevice: !(await isKnown(userId)) });
      });
    },

    /** The user with this address, or an invented id if nobody has it. Both cases cause the same reads. */
    async ownerOf(email: string): Promise<string> {
      const { userId, invented } = await find(email);
      return userId ?? invented;
    },

    signin: createSignIns(app, { find, load }, { afterAnswers, signupPasswords: signups.passwords }),
    signinWith: createProviderSignIns(app, { lookup, mutex, signupConfirmed: signups.signupConfirmed }),
    checkPasswords: passwords.checkPasswords,
    changePassword: passwords.changePassword,

    async signOutEverywhere(userId: string, correlationId: string): Promise<Position | null> {
      await sessions.endSessions(userId);
      return (await send(userId, { type: 'SignOutEverywhere' }, correlationId)).position;
    },

    send,
  };
}
