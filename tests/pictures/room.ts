import { type Act, dialog, hover, inOrder, key, press, shown, WITH_MOUSE } from './acts.ts';
import type { State } from './states.ts';

/** The room with every component. */
export const ROOM: Readonly<Record<string, Act>> = {
  menu: inOrder(press('Menu'), shown('menu')),
  'menu by keys': inOrder(press('Menu'), shown('menu'), key('ArrowDown', 'ArrowDown')),
  popover: inOrder(press('Popover'), dialog),
  dialog: inOrder(press('Dialog'), dialog),
  panel: inOrder(press('Panel'), dialog),
  toast: inOrder(
    press('Good'),
    hover((page) => page.locator('[data-toast], [data-sonner-toast]')),
  ),
  'toast with undo': inOrder(
    press('With undo'),
    hover((page) => page.locator('[data-toast], [data-sonner-toast]')),
  ),
  'toast of a fault': inOrder(
    press('Bad'),
    hover((page) => page.locator('[data-toast], [data-sonner-toast]')),
  ),
  calendar: press(/calendar|choose a date|open/i),
  ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`focus ${index + 1}`, key(...Array<string>(index * 5 + 1).fill('Tab'))])),
};

/** Every control of the room under the pointer, in one picture each. */
export const hovered = (): readonly State[] =>
  Array.from(
    { length: 40 },
    (_, index): State => ({
      name: `room hovered ${index + 1}`,
      account: 'nobody',
      path: '/dev/ui',
      on: WITH_MOUSE,
      inWindow: true,
      act: async (page) => {
        const all = page
          .locator('main')
          .locator('button:visible, a:visible, input:visible, select:visible, summary:visible, label:visible');
        const one = all.nth(Math.floor((index * (await all.count())) / 40));
        await one.scrollIntoViewIfNeeded();
        await hover(() => one)(page);
      },
    }),
  );
