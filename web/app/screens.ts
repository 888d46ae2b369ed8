import type { Screens } from '../lib/screen-list.ts';

export const screens: Screens = {
  '/todo': () => import('./todo-screen.tsx').then((module) => ({ default: module.TodoScreen })),
};
