import { allSettings } from '../../../contracts/settings.ts';
import { readAllSettings } from '../../../presenters/settings.ts';
import type { Deps } from '../../deps.ts';
import { type AnyRoute, route, tagged } from '../../kernel/route.ts';

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
      return tagged(await readAllSettings(deps.app, principal.owner));
    },
  }),
];
