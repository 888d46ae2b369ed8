import type { Page } from 'playwright-core';
import { type Act, dialog, hover, inOrder, key, press, shown, TOUCHED, unfold, WITH_MOUSE } from './acts.ts';
import type { State } from './states.ts';
import { FRAME, panel, proof, SETTINGS, SIGNING_IN, TODO } from './task-acts.ts';
import type { World } from './world.ts';

/** The room with every component. */
const ROOM: Readonly<Record<string, Act>> = {
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
const hovered = (): readonly State[] =>
  Array.from(
    { length: 40 },
    (_, index): State => ({
      name: `room hovered ${index + 1}`,
      account: 'nobody',
      path: '/dev/ui',
      on: WITH_MOUSE,
      inWindow: true,
      oneTheme: true,
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

/** States that need an answer of the server to what they send. */
const WRITING = new Set(['panel split into steps', 'panel estimate', 'proof with a file and a link']);

/** What the server answers about a payment that failed. */
const pastDue = (page: Page) =>
  page.route('**/api/subscriptions/status', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), phase: 'past_due', status: 'past_due' } });
  });

/** Takes away the address of the script that is missing: it has the port and a hash of its content in it. */
const withoutAddresses = async (page: Page) => {
  await page.getByText(/http:/).first().waitFor();
  await page.evaluate(`for (const one of document.querySelectorAll('main *'))
    for (const node of one.childNodes) if (node.nodeType === 3) node.data = node.data.replace(/http:\\S+/, '');`);
};

/** States that come about by pressing, typing and pointing. */
export const pressedScreens = (world: World): readonly State[] => [
  ...Object.entries({ ...FRAME, ...TODO, ...panel(world), ...proof(world), ...SETTINGS }).map(
    ([name, [account, path, act, on]]): State => ({
      name: `act ${name}`,
      account,
      path,
      act,
      writes: WRITING.has(name),
      ...(on && { on }),
    }),
  ),
  ...Object.entries(SIGNING_IN).map(([name, [path, act]]): State => ({ name: `act ${name}`, account: 'nobody', path, act })),
  ...Object.entries(ROOM).map(
    ([name, act]): State => ({
      name: `room ${name}`,
      account: 'nobody',
      path: '/dev/ui',
      act,
      inWindow: name.startsWith('focus'),
      oneTheme: name.startsWith('focus'),
      on: /^(menu|popover|dialog|panel)/.test(name) ? [...WITH_MOUSE, ...TOUCHED] : WITH_MOUSE,
    }),
  ),
  ...hovered(),
  { name: 'payment failed', account: 'full', path: '/dashboard', before: pastDue },
  {
    name: 'screen broken',
    account: 'demo',
    path: '/report',
    before: (page) => page.route('**/assets/report-*.js', (route) => route.abort()),
    act: withoutAddresses,
    unready: true,
  },
  {
    name: 'server away',
    account: 'demo',
    path: '/dashboard',
    before: (page) => page.route('**/api/**', (route) => route.abort()),
    unready: true,
    on: WITH_MOUSE,
  },
  { name: 'partner page', account: 'nobody', path: world.partnerPage },
  {
    name: 'partner page unfolded',
    account: 'nobody',
    path: world.partnerPage,
    act: unfold,
  },
  { name: 'partner page guessed', account: 'nobody', path: `${world.partnerPage.slice(0, -4)}beef` },
];
