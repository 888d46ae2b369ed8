import { changeSettings, type SettingsGroups } from '../../../app/settings/settings.ts';
import * as calls from '../../../contracts/calls/settings.ts';
import { settingsOf } from '../../../projections/settings.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { etag } from '../../kernel/etag.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type Answer, type Call, json, type Route, route } from '../../kernel/route.ts';

type Group = 'notifications' | 'time';
type Change<G extends Group> = { readonly [K in keyof SettingsGroups[G]]?: SettingsGroups[G][K] | undefined };

/** The groups of settings that belong to the account itself. */
export const settingsGroupRoutes = (deps: Deps): readonly Route[] => [
  route(calls.readNotifications, { handle: reading(deps, 'notifications') }),
  route(calls.changeNotifications, { handle: changing(deps, 'notifications') }),
  route(calls.readTimeSettings, { handle: reading(deps, 'time') }),
  route(calls.changeTimeSettings, { handle: changing(deps, 'time') }),
];

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
    const handled = await changeSettings(
      deps.app,
      callerOf({ principal, correlationId }),
      group,
      set as Partial<SettingsGroups[G]>,
      if_match,
    );
    await waitForReadModels(deps, handled.position);
    if (handled.state.status === 'none') throw notFound();
    const { settings, settings_versions } = handled.state;
    return json(200, settings[group], { ETag: etag(settings_versions[group]) });
  };
