import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/help': () => import('./help.tsx').then((module) => ({ default: module.Help })),
};
