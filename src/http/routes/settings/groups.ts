import type { z } from 'zod';
import { changeSettings, type SettingsGroups } from '../../../app/settings/settings.ts';
import { notifications, notificationsBody, timeSettings, timeSettingsBody } from '../../../contracts/settings.ts';
import { settingsOf } from '../../../projections/settings/settings.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { etag } from '../../kernel/etag.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';

interface Group<G extends 'notifications' | 'time'> {
  readonly group: G;
  readonly what: string;
  readonly schema: z.ZodType<SettingsGroups[G]>;
  readonly body: z.ZodType<{ readonly [K in keyof SettingsGroups[G]]?: SettingsGroups[G][K] | undefined }>;
  readonly description: string;
}

const NOTIFICATIONS: Group<'notifications'> = {
  group: 'notifications',
  what: 'which messages are sent',
  schema: notifications,
  body: notificationsBody,
  description: 'Fields left out stay as they are. Alerts inside the app are never switched off.',
};
const TIME: Group<'time'> = {
  group: 'time',
  what: 'when reminders and reports come',
  schema: timeSettings,
  body: timeSettingsBody,
  description: 'Fields left out stay as they are. A change takes effect from the next occurrence that has not come yet.',
};

/** The groups of settings that belong to the account itself. */
export const settingsGroupRoutes = (deps: Deps): readonly AnyRoute[] => [...routesOf(deps, NOTIFICATIONS), ...routesOf(deps, TIME)];

function routesOf<G extends 'notifications' | 'time'>(
  deps: Deps,
  { group, what, schema, body, description }: Group<G>,
): readonly AnyRoute[] {
  const common = { path: `/api/settings/${group}`, tag: 'Settings', access: 'user' } as const;
  const one = { description: 'The settings', schema, etag: true } as const;
  return [
    route({
      ...common,
      method: 'GET',
      scopes: ['settings:read'],
      summary: `Settings: ${what}`,
      replies: { 200: one },
      async handle({ principal }) {
        const found = await settingsOf(deps.app.views, principal.owner);
        return json(200, found[group], { ETag: etag(found.versions[group]) });
      },
    }),
    route({
      ...common,
      method: 'PUT',
      scopes: ['settings:write'],
      summary: `Change ${what}`,
      description,
      body: jsonBody(body),
      replies: { 200: { ...one, description: 'The settings as they now are' } },
      refusals: ['precondition_failed'],
      async handle({ principal, body: set, ifMatch, correlationId }) {
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
      },
    }),
  ];
}
