import { subscription } from '../../../contracts/settings.ts';
import { FREE } from '../../../presenters/settings.ts';
import { type AnyRoute, route, tagged } from '../../kernel/route.ts';

export const subscriptionRoutes = (): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/api/settings/subscription',
    tag: 'Settings',
    access: 'user',
    summary: 'The plan',
    replies: { 200: { description: 'The plan', schema: subscription, etag: true } },
    handle: async () => tagged(FREE),
  }),
];
