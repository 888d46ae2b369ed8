import { accountDecider, type ChangeSettings } from '../domain/account/decide.ts';
import { type AiPartner, accountStream, type SettingsGroup, type SettingsGroups } from '../domain/account/events.ts';
import type { AccountState } from '../domain/account/state.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import type { Position } from '../domain/kernel/event.ts';
import { type Handled, handle } from '../domain/kernel/handle.ts';
import type { Person } from '../domain/partner/events.ts';
import type { App } from './app.ts';
import { type Caller, contextOf } from './caller.ts';
import { checkPerson } from './partner-record.ts';
import { savePartnerForm } from './partners.ts';
import { latest } from './task-send.ts';

const FIELDS: Readonly<Record<string, string>> = { name: 'partner_name', email: 'partner_email', whatsapp: 'partner_whatsapp' };

const isEmpty = ({ name, email, whatsapp }: Person): boolean => name === '' && email === '' && whatsapp === '';

/** What is wrong with the partner's form as a whole, by the fields of the settings; all empty is nobody, and fine. */
export async function partnerFaults(app: App, owner: string, form: Person): Promise<Readonly<Record<string, readonly string[]>>> {
  if (isEmpty(form)) return {};
  try {
    await checkPerson(app, owner, form);
    return {};
  } catch (error) {
    if (!(error instanceof RuleViolation) || error.fields === undefined) throw error;
    return Object.fromEntries(Object.entries(error.fields).map(([name, sentences]) => [FIELDS[name] ?? name, sentences]));
  }
}

/** The partner's form (null: it stays) and the AI beside them. @throws RuleViolation validation_failed, conflict */
export async function saveAccountability(
  app: App,
  caller: Caller,
  form: Person | null,
  ai: Partial<AiPartner>,
): Promise<{ readonly position: Position | null }> {
  const partner = form === null ? null : (await savePartnerForm(app, caller.owner, form, caller.correlationId)).position;
  const { position } = await changeSettings(app, caller, 'ai', ai);
  return { position: latest([partner, position]) };
}

/** `ifMatch`: the group's version that the sender saw. @throws RuleViolation not_found, precondition_failed */
export function changeSettings<G extends SettingsGroup>(
  app: App,
  caller: Caller,
  group: G,
  set: Partial<SettingsGroups[G]>,
  ifMatch: number | null = null,
): Promise<Handled<AccountState>> {
  const command = { type: 'ChangeSettings', group, set, if_match: ifMatch } as unknown as ChangeSettings;
  return handle(app, accountDecider, accountStream(caller.owner), command, contextOf(caller));
}
