import { deliveryDecider } from '../../domain/delivery/decide.ts';
import { deliveryStream } from '../../domain/delivery/events.ts';
import type { Requested } from '../../domain/delivery/state.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import { account } from '../../projections/account/accounts.ts';
import { settingsOf } from '../../projections/settings.ts';
import type { App } from '../app.ts';
import { userCaller } from '../caller.ts';
import { changeSettings } from '../settings.ts';
import { latest } from '../task/task-send.ts';
import { DAY_MS, later } from './account-mails.ts';
import { deliveryOfToken, deliveryToken } from './link-tokens.ts';

/** The settings that turn off mails to the owner. */
export const MAIL_SETTINGS = ['task_reminders', 'weekly_reports', 'verification_updates', 'evening_mail'] as const;
export type MailSetting = (typeof MAIL_SETTINGS)[number];

const SETTING_OF: Readonly<Record<string, MailSetting>> = {
  reminder: 'task_reminders',
  weekly_report: 'weekly_reports',
  weekly_assessment: 'weekly_reports',
  verification_update: 'verification_updates',
  evening: 'evening_mail',
};

/** The settings that govern a mail. A digest has those of all messages in it. Empty: nothing turns the mail off. */
function settingsThatGovern({ kind, about }: Pick<Requested, 'kind' | 'about'>): readonly MailSetting[] {
  const kinds = about.length > 0 ? about.map((one) => one.kind) : [kind];
  const found = kinds.map((one) => SETTING_OF[one]);
  return MAIL_SETTINGS.filter((setting) => found.includes(setting));
}

const LINK = { purpose: 'owner mail link', use: 'unsubscribe' } as const;
const LIFETIME = 400 * DAY_MS;

/** The token of the link that turns off the setting of one mail to the owner. `id`: the delivery. */
export const unsubscribeToken = (hashes: KeyedHashes, id: string): string => deliveryToken(hashes, LINK, id);

export interface OpenedUnsubscribe {
  readonly owner: string;
  /** The settings that govern the mail, at least one. */
  readonly governing: readonly MailSetting[];
  /** Those of them that are still on. */
  readonly on: readonly MailSetting[];
}

/** Reads an unsubscribe link of an owner's mail and changes nothing. Null: it is invented or expired, or the account was deleted. */
export async function openUnsubscribeLink(app: App, token: string): Promise<OpenedUnsubscribe | null> {
  const id = deliveryOfToken(app.hashes, LINK, token);
  if (id === null) return null;
  const mail = await readState(app.store, deliveryDecider, deliveryStream(id));
  if (mail.status === 'none' || mail.partner !== null || later(mail.requested_at, LIFETIME) <= app.clock.now()) return null;
  const { user_id: owner } = mail;
  const governing = settingsThatGovern(mail);
  // When an account is deleted, its key is destroyed before its read models are empty.
  const isGone = (await account(app.views, owner)) === null || (await app.keys.key(owner)) === null;
  if (governing.length === 0 || isGone) return null;
  const { notifications, channels } = await settingsOf(app.views, owner);
  const now = { ...notifications, evening_mail: channels.evening_mail };
  return { owner, governing, on: governing.filter((setting) => now[setting]) };
}

/** Turns the settings off. It can be repeated. Null: they were off already. */
export async function turnOff(app: App, { owner, governing }: OpenedUnsubscribe): Promise<Position | null> {
  const caller = userCaller(owner, app.newId());
  const off = Object.fromEntries(governing.filter((setting) => setting !== 'evening_mail').map((setting) => [setting, false]));
  const notifications = await changeSettings(app, caller, 'notifications', off);
  const channels = governing.includes('evening_mail') ? await changeSettings(app, caller, 'channels', { evening_mail: false }) : null;
  return latest([notifications.position, channels?.position ?? null]);
}
