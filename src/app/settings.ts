import { accountDecider, type ChangeSettings } from '../domain/account/decide.ts';
import { accountStream } from '../domain/account/events.ts';
import { quietFaults } from '../domain/account/rules.ts';
import type {
  AiPartner,
  ChannelSettings,
  NotificationSettings,
  SettingsGroup,
  SettingsGroups,
  TimeSettings,
  Weekday,
} from '../domain/account/settings-events.ts';
import type { AccountState } from '../domain/account/state.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import type { Position, Recorded } from '../domain/kernel/event.ts';
import { readEvents, readState } from '../domain/kernel/fold-stream.ts';
import { type Handled, handle } from '../domain/kernel/handle.ts';
import { partnerDecider } from '../domain/partner/decide.ts';
import { type PartnerDetail, type Person, partnerStream } from '../domain/partner/events.ts';
import { roleOf } from '../domain/partner/rules.ts';
import type { PartnerState } from '../domain/partner/state.ts';
import { partners } from '../projections/partner/partners.ts';
import { settingsOf } from '../projections/settings.ts';
import type { App } from './app.ts';
import { type Caller, contextOf } from './caller.ts';
import { withOwnerLock } from './owner-lock.ts';
import { type Partner, personOf } from './partner/partner-messages.ts';
import { checkPerson, recordsOf } from './partner/partner-record.ts';
import { addPartner, changePartner, type PartnerResult } from './partner/partners.ts';
import { latest } from './task/task-send.ts';

/** For rooms that may import use cases but not the aggregate. */
export type { ChannelSettings, NotificationSettings, SettingsGroups, TimeSettings, Weekday };

/**
 * Changes one group of settings. `ifMatch`: the group's version that the sender saw.
 * @throws RuleViolation not_found, precondition_failed
 */
export function changeSettings<G extends SettingsGroup>(
  app: App,
  caller: Caller,
  group: G,
  set: Partial<SettingsGroups[G]>,
  ifMatch: number | null = null,
): Promise<Handled<AccountState>> {
  // TypeScript does not see that the group and the settings belong together.
  const command = { type: 'ChangeSettings', group, set, if_match: ifMatch } as ChangeSettings;
  return handle(app, accountDecider, accountStream(caller.owner), command, contextOf(caller));
}

/** The faults of the quiet hours after a change, by field. */
export async function channelFaults({ views }: Pick<App, 'views'>, owner: string, set: Partial<ChannelSettings>) {
  return quietFaults({ ...(await settingsOf(views, owner)).channels, ...set });
}

const FIELDS: Readonly<Record<string, string>> = { name: 'partner_name', email: 'partner_email', whatsapp: 'partner_whatsapp' };
const NOBODY: Person = { name: '', email: '', whatsapp: '' };
const CHANGED = 'These settings have changed since you read them. Read them again.';

const isEmpty = ({ name, email, whatsapp }: Person): boolean => name === '' && email === '' && whatsapp === '';

/** Every fault of the partner's form, by the names of the settings' fields. An empty form means no partner and has no fault. */
export async function partnerFaults(app: App, owner: string, form: Person): Promise<Readonly<Record<string, readonly string[]>>> {
  if (isEmpty(form)) return {};
  try {
    await checkPerson(app, owner, form);
    return {};
  } catch (error) {
    if (!(error instanceof RuleViolation) || error.fields === undefined) throw error;
    return inSettings(error).fields ?? {};
  }
}

export interface AccountabilityInput {
  readonly form: Partial<Person>;
  /** How much the partner can read. */
  readonly detail?: PartnerDetail | undefined;
  readonly ai: Partial<AiPartner>;
}

/**
 * Saves the partner's form and the settings of the AI partner. It compares them with the newest state of the log, and writers wait for each
 * other. An empty form means no partner; saving the same form again changes nothing, whatever the partner has answered. `matches`: whether
 * the sender has read this version; null: accept any version.
 * @throws RuleViolation precondition_failed, validation_failed by the settings' field names, conflict
 */
export function saveAccountability(
  app: App,
  caller: Caller,
  { form, detail, ai }: AccountabilityInput,
  matches: ((version: number) => boolean) | null = null,
): Promise<{ readonly position: Position | null }> {
  const save = async () => {
    const now = await newest(app, caller.owner);
    if (matches && !matches(now.version)) throw new RuleViolation('precondition_failed', CHANGED);
    const isGiven = Object.keys(form).length > 0 || detail !== undefined;
    const saved = isGiven ? await savePartnerForm(app, caller, { form, detail }, now.partner, matches !== null) : null;
    const changed = await changeSettings(app, caller, 'ai', ai, matches ? now.aiVersion : null);
    return { position: latest([saved?.position ?? null, changed.position]) };
  };
  return withOwnerLock(app, caller.owner, save, 'accountability');
}

interface Newest {
  readonly partner: Partner | undefined;
  readonly aiVersion: number;
  /** As `readAccountability` computes it from the read models: the position of the last change of the partner or of the AI settings. */
  readonly version: number;
}

/** Reads the log, because a read model may not contain yet what another process wrote. */
async function newest(app: App, owner: string): Promise<Newest> {
  const [{ records }, own] = await Promise.all([recordsOf(app, owner), readState(app.store, accountDecider, accountStream(owner))]);
  const aiVersion = own.status === 'none' ? 0 : own.settings_versions.ai;
  const changes = await Promise.all([
    ...(aiVersion === 0 ? [] : [app.store.readStream(accountStream(owner), aiVersion, 1)]),
    ...records.map(({ id, state }) => changesSince(app, id, state)),
  ]);
  return {
    partner: records.findLast(({ state }) => roleOf(state) === 'first'),
    aiVersion,
    version: Math.max(0, ...changes.flat().map(({ position }) => Number(position))),
  };
}

/** The last change of a partner's record that the read model shows, and those after it. */
const changesSince = (app: App, id: string, state: PartnerState): Promise<readonly Recorded[]> =>
  readEvents(app.store, partnerDecider, partnerStream(id), {
    from: state.status === 'none' ? 0 : state.version,
    only: ({ type }) => type in partners.on,
  });

/** `strict`: refuse if the partner has changed since it was read. */
async function savePartnerForm(
  app: App,
  caller: Caller,
  given: Pick<AccountabilityInput, 'form' | 'detail'>,
  last: Partner | undefined,
  strict: boolean,
): Promise<PartnerResult | null> {
  const present = last && last.state.status !== 'removed' ? last : null;
  const form = { ...NOBODY, ...(present && (await personOf(app, present))), ...given.form };
  const detail = given.detail ?? last?.state.detail ?? 'titles';
  const ifMatch = strict && present ? present.state.version : null;
  if (isEmpty(form)) return present && changePartner(app, caller, present.id, { status: 'removed' }, ifMatch);
  try {
    if (present === null) return await addPartner(app, caller, { ...form, detail, role: 'first' });
    return await changePartner(app, caller, present.id, { ...form, detail }, ifMatch);
  } catch (error) {
    throw error instanceof RuleViolation ? inSettings(error) : error;
  }
}

function inSettings(violation: RuleViolation): RuleViolation {
  if (violation.fields === undefined) return violation;
  const fields = Object.entries(violation.fields).map(([name, sentences]) => [FIELDS[name] ?? name, sentences]);
  return new RuleViolation(violation.code, violation.message, Object.fromEntries(fields));
}
