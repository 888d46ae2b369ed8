import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/settings': () => import('./settings.tsx').then((module) => ({ default: module.Settings })),
  '/settings/integrations': () => import('./integrations.tsx').then((module) => ({ default: module.Integrations })),
  '/settings/notifications': () => import('./notifications.tsx').then((module) => ({ default: module.Notifications })),
  '/settings/time': () => import('./time.tsx').then((module) => ({ default: module.Time })),
  '/settings/accountability_partner': () => import('./partner.tsx').then((module) => ({ default: module.Partner })),
  '/settings/subscription': () => import('./subscription.tsx').then((module) => ({ default: module.Subscription })),
  '/settings/account': () => import('./account.tsx').then((module) => ({ default: module.Account })),
};
