import { type AllSettings, allSettings } from '../../../contracts/settings.ts';
import { presentProfile } from '../../../presenters/user.ts';
import { account } from '../../../projections/account/accounts.ts';
import { settingsOf } from '../../../projections/settings/settings.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, route, tagged } from '../../kernel/route.ts';
import { readAccountability } from './accountability.ts';
import { FREE } from './subscription.ts';

/** All groups, as the wire has them. */
export async function readAllSettings(deps: Pick<Deps, 'app'>, userId: string): Promise<AllSettings> {
  const { views, opener } = deps.app;
  const [found, own, { settings }] = await Promise.all([
    account(views, userId),
    settingsOf(views, userId),
    readAccountability(deps, userId),
  ]);
  if (!found) throw notFound();
  const profile = await presentProfile(opener, userId, found.doc);
  return { profile, notifications: own.notifications, time: own.time, accountability: settings, subscription: FREE };
}

export const allSettingsRoutes = (deps: Deps): readonly AnyRoute[] => [
  route({
    method: 'GET',
    scopes: ['settings:read'],
    path: '/api/settings/all',
    tag: 'Settings',
    access: 'user',
    summary: 'All settings',
    replies: { 200: { description: 'All groups', schema: allSettings, etag: true } },
    async handle({ principal }) {
      return tagged(await readAllSettings(deps, principal.owner));
    },
  }),
];
