import type { Page } from 'playwright-core';
import { TOUCHED, unfold, WITH_MOUSE } from './acts.ts';
import { FRAME, TODO } from './frame-acts.ts';
import { hovered, ROOM } from './room.ts';
import { SETTINGS, SIGNING_IN } from './settings-acts.ts';
import type { State } from './states.ts';
import { panel, proof } from './task-acts.ts';
import type { World } from './world.ts';

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
