import type { Screens } from '../lib/preloadable.ts';

export const screens: Screens = {
  '/todo': () => import('./todo-screen.tsx').then((module) => ({ default: module.TodoScreen })),
};
