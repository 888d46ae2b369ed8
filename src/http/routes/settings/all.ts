import * as calls from '../../../contracts/calls/settings.ts';
import { readAllSettings } from '../../../presenters/settings.ts';
import type { Deps } from '../../deps.ts';
import { type Route, route, tagged } from '../../kernel/route.ts';

export const allSettingsRoutes = (deps: Deps): readonly Route[] => [
  route(calls.readAllSettings, {
    async handle({ principal }) {
      return tagged(await readAllSettings(deps.app, principal.owner));
    },
  }),
];
