import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/alerts': () => import('./alerts.tsx').then((module) => ({ default: module.Alerts })),
};
