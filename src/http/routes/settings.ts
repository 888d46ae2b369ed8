import {
  type AccountabilityInput,
  changeSettings,
  channelFaults,
  partnerFaults,
  type SettingsGroups,
  saveAccountability,
} from '../../app/settings.ts';
import * as calls from '../../contracts/calls/settings.ts';
import { given, keysOf, pick, recordOf } from '../../domain/kernel/records.ts';
import { presentProfile } from '../../presenters/account.ts';
import { readAccountability, readAllSettings } from '../../presenters/settings.ts';
import { type AccountDoc, account } from '../../projections/account/accounts.ts';
import { settingsOf } from '../../projections/settings.ts';
import { resulting, unchanged } from '../kernel/faults.ts';
import { etag } from '../kernel/headers.ts';
import { callerOf, type Principal } from '../kernel/principal.ts';
import { type Fields, notFound } from '../kernel/problems.ts';
import { type Answer, type Call, json, type Route, route, tagged } from '../kernel/route.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

export const allSettingsRoutes = (deps: Deps): readonly Route[] => [
  route(calls.readAllSettings, {
    async handle({ principal }) {
      return tagged(await readAllSettings(deps.app, principal.owner));
    },
  }),
];

export function profileRoutes(deps: Deps): readonly Route[] {
  const { app, accounts } = deps;
  const docOf = async (userId: string): Promise<AccountDoc> => {
    const found = await account(app.views, userId);
    if (!found) throw notFound();
    return found.doc;
  };

  return [
    route(calls.readProfile, {
      async handle({ principal }) {
        const doc = await docOf(principal.owner);
        return json(200, await presentProfile(app.opener, principal.owner, doc), { ETag: etag(doc.version) });
      },
    }),
    route(calls.changeProfile, {
      faults: [unchanged(['email'], async ({ principal }) => presentProfile(app.opener, principal.owner, await docOf(principal.owner)))],
      async handle({ principal, body, ifMatch, correlationId }) {
        const state = await accounts.load(principal.owner);
        if (state.status === 'none') throw notFound();
        const now = await presentProfile(app.opener, principal.owner, state);
        const command = {
          type: 'ChangeProfile',
          if_match: ifMatch?.versionAmong(state.version) ?? null,
          ...(body.full_name !== undefined && body.full_name !== now.full_name && { full_name: body.full_name }),
          ...(body.avatar_url !== undefined && body.avatar_url !== now.avatar_url && { avatar_url: body.avatar_url }),
          ...(body.timezone !== undefined && { timezone: body.timezone }),
        } as const;
        const handled = await accounts.send(principal.owner, command, correlationId);
        await waitForReadModels(deps, handled.position);
        const changed = handled.state;
        if (changed.status === 'none') throw notFound();
        return json(200, await presentProfile(app.opener, principal.owner, changed), { ETag: etag(changed.version) });
      },
    }),
  ];
}

type Group = 'notifications' | 'time' | 'channels';
type Change<G extends Group> = { readonly [K in keyof SettingsGroups[G]]?: SettingsGroups[G][K] | undefined };

export const settingsGroupRoutes = (deps: Deps): readonly Route[] => [
  route(calls.readNotifications, { handle: reading(deps, 'notifications') }),
  route(calls.changeNotifications, { handle: changing(deps, 'notifications') }),
  route(calls.readTimeSettings, { handle: reading(deps, 'time') }),
  route(calls.changeTimeSettings, { handle: changing(deps, 'time') }),
  route(calls.readChannels, { handle: reading(deps, 'channels') }),
  route(calls.changeChannels, { faults: [quietHours(deps)], handle: changing(deps, 'channels') }),
];

/** Checked here as well, so that their faults are reported together with all others. */
const quietHours = ({ app }: Deps) =>
  resulting<Principal>(({ principal }, { quiet_from, quiet_to }) =>
    channelFaults(app, principal.owner, given({ quiet_from: timeOrNone(quiet_from), quiet_to: timeOrNone(quiet_to) })),
  );
const timeOrNone = (value: unknown): string | null | undefined => (typeof value === 'string' || value === null ? value : undefined);

const reading =
  (deps: Deps, group: Group) =>
  async ({ principal }: Call<unknown, unknown>): Promise<Answer> => {
    const found = await settingsOf(deps.app.views, principal.owner);
    return json(200, found[group], { ETag: etag(found.versions[group]) });
  };

const changing =
  <G extends Group>(deps: Deps, group: G) =>
  async ({ principal, body: set, ifMatch, correlationId }: Call<unknown, Change<G>>): Promise<Answer> => {
    const state = await deps.accounts.load(principal.owner);
    if (state.status === 'none') throw notFound();
    const if_match = ifMatch?.versionAmong(state.settings_versions[group]) ?? null;
    const handled = await changeSettings(deps.app, callerOf({ principal, correlationId }), group, given(set), if_match);
    await waitForReadModels(deps, handled.position);
    if (handled.state.status === 'none') throw notFound();
    const { settings, settings_versions } = handled.state;
    return json(200, settings[group], { ETag: etag(settings_versions[group]) });
  };

const FORM = { name: 'partner_name', email: 'partner_email', whatsapp: 'partner_whatsapp' } as const;
const NOBODY = 'Name a partner first: this says what they read.';
const AI = ['ai_email', 'ai_coding', 'ai_system_design', 'ai_general'] as const;

type Input = Readonly<Record<string, unknown>>;

const trimmed = (value: unknown): string | undefined => (typeof value === 'string' ? value.trim() : undefined);

/** Renames the fields of the form to those of a partner's record. */
function givenOf(input: Input): AccountabilityInput['form'] {
  return given(recordOf(keysOf(FORM), (name) => trimmed(input[FORM[name]])));
}

export function accountabilityRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  const current = async ({ principal }: { readonly principal: Principal }) => (await readAccountability(app, principal.owner)).settings;

  /** The errors of the form after this change. */
  async function formFaults(principal: Principal, input: Input): Promise<Fields> {
    const sent = givenOf(input);
    if (Object.keys(sent).length === 0 && input.partner_detail === undefined) return {};
    const { partner_name: name, partner_email: email, partner_whatsapp: whatsapp, partner_detail } = await current({ principal });
    const form = { name, email, whatsapp, ...sent };
    const isForNobody = Object.values(form).every((text) => text === '') && (input.partner_detail ?? partner_detail) !== partner_detail;
    return isForNobody ? { partner_detail: [NOBODY] } : partnerFaults(app, principal.owner, form);
  }

  return [
    route(calls.readAccountability, {
      async handle({ principal }) {
        const { settings, version } = await readAccountability(app, principal.owner);
        return json(200, settings, { ETag: etag(version) });
      },
    }),
    route(calls.changeAccountability, {
      faults: [unchanged(['partner_status'], current), resulting(({ principal }, input) => formFaults(principal, input))],
      async handle({ principal, body, ifMatch, correlationId }) {
        const ai = given(pick(body, AI));
        const matches = ifMatch && ((version: number) => ifMatch.versionAmong(version) === version);
        const { position } = await saveAccountability(
          app,
          callerOf({ principal, correlationId }),
          { form: givenOf(body), detail: body.partner_detail, ai },
          matches,
        );
        await waitForReadModels(deps, position);
        const { settings, version } = await readAccountability(app, principal.owner);
        return json(200, settings, { ETag: etag(version) });
      },
    }),
  ];
}
