import {
  type AiCommand,
  type AiUse,
  type AiUses,
  type Allowed,
  aiDecider,
  countedUses,
  type Grant,
  grantFrom,
} from '../../domain/ai/decide.ts';
import { type AiEvent, type AiModule, aiUseStream, type KeyOwner, type Tier } from '../../domain/ai/events.ts';
import { addDays, localDate, startOfDay } from '../../domain/calendar/local.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { OwnAiKey } from '../../ports/ai-help.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf, ownerZone } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';

/** Whose key pays for an owner's requests to an AI, and how many the owner may make. `own`: the owner's key, if it is the one that pays. */
export interface OwnersGrant extends Grant {
  readonly own: OwnAiKey | null;
}

export async function grantOf(app: Pick<App, 'plans' | 'aiKeys' | 'ai'>, owner: string): Promise<OwnersGrant> {
  const [{ plan, premium, limits }, own] = await Promise.all([app.plans.of(owner), app.aiKeys.aiKey(owner)]);
  const included = { mini: limits.ai_mini_monthly, premium: limits.ai_premium_monthly };
  const grant = grantFrom({ plan, premium, limits: included }, { own: own !== null, operator: app.ai.hasOperatorKey });
  return { ...grant, own: grant.key === 'own' ? own : null };
}

export interface Period {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Local dates, both included. */
  readonly from: string;
  readonly to: string;
  readonly renewsAt: string;
}

const ENOUGH_FOR_ANY_MONTH = 31;

export function periodAt(now: string, zone: string): Period {
  const month = localDate(now, zone).slice(0, 'YYYY-MM'.length);
  const from = `${month}-01`;
  const next = `${addDays(from, ENOUGH_FOR_ANY_MONTH).slice(0, 'YYYY-MM'.length)}-01`;
  return { month, from, to: addDays(next, -1), renewsAt: startOfDay(next, zone) };
}

/** @throws RuleViolation not_found if there is no account */
export const periodOf = async (app: Pick<App, 'views' | 'clock'>, owner: string): Promise<Period> =>
  periodAt(app.clock.now(), await ownerZone(app, owner));

/** A use counts in the month in which it was taken. */
export interface TakenUse {
  readonly id: string;
  readonly month: string;
  readonly tier: Tier;
}

export interface WantedUse {
  /** Taking a use twice with the same id counts once. */
  readonly id: string;
  readonly module: AiModule;
  readonly key: KeyOwner;
  readonly allowed: readonly Allowed[];
}

/** Takes a use before the AI is asked, from the first model that has one left in this month. Null: no model has one left. */
export async function takeUse(app: App, caller: Caller, wanted: WantedUse): Promise<TakenUse | null> {
  const { month } = await periodOf(app, caller.owner);
  const { state } = await send(app, caller, month, { type: 'Take', ...wanted });
  const taken = countedUses(state).get(wanted.id);
  return taken ? { id: taken.id, month, tier: taken.tier } : null;
}

/** Gives back a use if the AI gave no answer. It can be repeated. */
export const giveBack = async (app: App, caller: Caller, { id, month }: TakenUse): Promise<void> =>
  void (await send(app, caller, month, { type: 'GiveBack', id }));

/** Counts the uses of one owner one after the other. Otherwise simultaneous requests would compete for the same revision. */
const send = (app: App, caller: Caller, month: string, command: AiCommand) =>
  withOwnerLock(
    app,
    caller.owner,
    () => handle<AiUses, AiCommand, AiEvent>(app, aiDecider, aiUseStream(caller.owner, month), command, contextOf(caller)),
    'ai uses',
  );

export const usesIn = async (app: Pick<App, 'store'>, owner: string, month: string): Promise<readonly AiUse[]> => [
  ...countedUses(await readState(app.store, aiDecider, aiUseStream(owner, month))).values(),
];

export async function allowanceUsed(app: Pick<App, 'views' | 'clock'>, owner: string, tier: Tier): Promise<RuleViolation> {
  const { renewsAt } = await periodOf(app, owner);
  const seconds = Math.max(1, Math.ceil((Date.parse(renewsAt) - Date.parse(app.clock.now())) / 1_000));
  const what = tier === 'premium' ? 'premium requests' : 'reviews and requests';
  return new RuleViolation(
    'ai_allowance',
    `This month's ${what} to the AI are used up. They are renewed when the next month begins.`,
    undefined,
    seconds,
    {
      renews_at: renewsAt,
    },
  );
}
