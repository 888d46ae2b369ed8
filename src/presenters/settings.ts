import type { App } from '../app/app.ts';
import type { Accountability, AllSettings } from '../contracts/settings.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import { partnerKeyOwner } from '../domain/partner/events.ts';
import { account } from '../projections/account/accounts.ts';
import { partnersOf } from '../projections/partner/partners.ts';
import { settingsOf } from '../projections/settings.ts';
import { subscriptionOf } from '../projections/subscription.ts';
import { presentProfile } from './account.ts';
import { paidPlanName } from './subscription.ts';

type Reading = Pick<App, 'views' | 'opener'>;

export interface AccountabilityView {
  readonly settings: Accountability;
  /** Grows with every change of the partner or of the AI settings. */
  readonly version: number;
}

const NOBODY = { name: '', email: '', whatsapp: '' };

/** The settings of the partner and of the AI, together. */
export async function readAccountability(app: Reading, owner: string): Promise<AccountabilityView> {
  const [found, records] = await Promise.all([settingsOf(app.views, owner), partnersOf(app.views, owner)]);
  const version = Math.max(Number(found.ai_at), ...records.map(({ position }) => Number(position)));
  const newest = records.find(({ doc }) => doc.role === 'first');
  const partner = newest && newest.doc.status !== 'removed' ? newest : null;
  const opened = partner && (await app.opener.open(partnerKeyOwner(partner.id), partner.doc.person));
  const { name, email, whatsapp } = { ...NOBODY, ...opened };
  return {
    settings: {
      partner_name: name,
      partner_email: email,
      partner_whatsapp: whatsapp,
      partner_detail: newest?.doc.detail ?? 'titles',
      ...found.ai,
      partner_status: partner?.doc.status ?? null,
    },
    version,
  };
}

/** All groups of settings as the API gives them. @throws RuleViolation not_found without an account */
export async function readAllSettings(app: Reading, userId: string): Promise<AllSettings> {
  const { views, opener } = app;
  const [found, own, plan, { settings }] = await Promise.all([
    account(views, userId),
    settingsOf(views, userId),
    subscriptionOf(views, userId),
    readAccountability(app, userId),
  ]);
  if (!found) throw new RuleViolation('not_found', 'There is no such account.');
  const profile = await presentProfile(opener, userId, found.doc);
  return {
    profile,
    notifications: own.notifications,
    time: own.time,
    accountability: settings,
    subscription: { plan: paidPlanName(plan) },
    channels: { ...own.channels, rest_days: [...own.channels.rest_days] },
  };
}
