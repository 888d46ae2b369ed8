import type { Screens } from '../lib/screen-list.ts';

export const screens: Screens = {
  '/help': () => import('./help.tsx').then((module) => ({ default: module.Help })),
};
