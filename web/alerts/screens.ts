import type { Screens } from '../lib/screen-list.ts';

export const screens: Screens = {
  '/alerts': () => import('./alerts.tsx').then((module) => ({ default: module.Alerts })),
};
