import type { Page } from 'playwright-core';
import { loaded } from '../support/browser.ts';
import { type Act, type Acts, button, choose, dialog, hover, inOrder, key, press, send, shown, type, unfold, WITH_MOUSE } from './acts.ts';
import { proofPicture, type World } from './world.ts';

/** What is done in the panel of a task of the full account. */
export const panel = ({ tasks }: World): Acts => {
  const at = (title: string) => `/todo?task=${Object.entries(tasks).find(([name]) => name.startsWith(title))?.[1]}`;
  const begun = (page: Page) => page.getByRole('article').getByRole('heading').first().waitFor();
  const inPanel =
    (...names: readonly (string | RegExp)[]): Act =>
    async (page) => {
      await begun(page);
      for (const name of names) await button(page.getByRole('article'), name).click();
    };
  return {
    'panel menu': ['full', at('Draft'), inOrder(inPanel('More'), shown('menu'))],
    'panel edited': ['full', at('Draft'), inOrder(inPanel('Edit'), (page) => page.getByRole('form', { name: 'Edit task' }).waitFor())],
    'panel edited, with proof': [
      'full',
      at('Prove in'),
      inOrder(inPanel('Edit'), (page) => page.getByRole('form', { name: 'Edit task' }).waitFor()),
    ],
    'panel edited, refused': [
      'full',
      at('Draft'),
      inOrder(inPanel('Edit'), type('Title', ''), (page) => button(page.getByRole('article'), 'Save').click()),
    ],
    'panel skip dialog': [
      'full',
      at('Begun'),
      inOrder(inPanel('Skip'), (page) => page.getByRole('dialog').filter({ hasText: 'Reason' }).last().waitFor()),
    ],
    'panel split into steps': [
      'full',
      at('Someday'),
      inOrder(inPanel('Split into steps'), (page) => page.getByRole('region', { name: /Steps it could have/ }).waitFor()),
    ],
    'panel estimate': ['full', at('Someday'), inPanel(/estimate/i)],
    'panel history unfolded': ['full', at('Begun'), inOrder(begun, unfold)],
    'panel of nothing': [
      'full',
      '/todo?task=01900000-0000-7000-8000-000000000000',
      (page) => page.getByText('This task is not here any more').waitFor(),
    ],
  };
};

/** What is done while proof is given. */
export const proof = ({ tasks }: World): Acts => {
  const at = (title: string) => `/verify/task/${tasks[title]}`;
  const begun = (page: Page) => page.getByRole('article').getByRole('heading').first().waitFor();
  return {
    'proof refused': ['full', at('Prove in general'), inOrder(begun, press('Send proof'))],
    'proof with a file and a link': [
      'full',
      at('Sent back'),
      inOrder(begun, type('Commit or link', 'https://github.com/ada/vouch/pull/4821'), async (page) => {
        await page.getByLabel('Files').setInputFiles(await proofPicture());
        await page.getByLabel('Uploaded').waitFor();
      }),
    ],
    'proof picked from GitHub': [
      'full',
      at('Prove in general'),
      inOrder(begun, press('Pick from GitHub'), dialog, (page) => page.getByRole('dialog').getByRole('checkbox').first().check()),
    ],
    'proof as a design': ['full', at('Prove by design'), inOrder(begun, unfold)],
    'proof by code, question refused': [
      'full',
      at('Prove by code'),
      inOrder(begun, type('(Addresses of the questions|More addresses)', 'no address'), press('Add')),
    ],
    'proof by email, refused': ['full', at('Prove by email'), inOrder(begun, press('Send email'))],
    'proof by email, written': [
      'full',
      at('Prove by email'),
      inOrder(begun, type('To', 'bo@example.org'), press('Cc and Bcc'), type('Subject', 'The window'), type('Text', 'When?')),
    ],
    'proof withdrawn dialog': ['full', at('In review'), inOrder(begun, press('Withdraw'))],
    'code question': [
      'full',
      at('Prove by code'),
      inOrder(
        begun,
        (page) =>
          page
            .getByRole('link', { name: /questions\.invalid/ })
            .first()
            .click(),
        (page) => page.getByLabel('Statement').waitFor(),
      ),
    ],
    'appeal dialog': ['full', at('Missed soon'), inOrder(press(/^Appeal to/), dialog)],
    'appeal refused': ['full', at('Missed soon'), inOrder(press(/^Appeal to/), dialog, press('Send appeal'))],
    'history filtered to nothing': [
      'full',
      '/verify?tab=history',
      async (page) => void (await page.getByLabel('Outcome').selectOption('Expired')),
    ],
    'open question of the year': [
      'demo',
      '/verify',
      inOrder(
        (page) =>
          page
            .getByRole('link', { name: /solve|kata|sum|code/i })
            .first()
            .click(),
        begun,
      ),
    ],
  };
};

/** Settings, profile and welcome. */
export const SETTINGS: Acts = {
  'subscription contact dialog': ['full', '/settings/subscription', inOrder(press('Contact Sales'), dialog)],
  'subscription contact refused': [
    'full',
    '/settings/subscription',
    inOrder(press('Contact Sales'), dialog, async (page) => button(page.getByRole('dialog'), /Send/).click()),
  ],
  'token form refused': ['full', '/settings/account', press('New token', 'Make the token')],
  'removing a partner': ['full', '/settings/accountability_partner', inOrder(press('Remove'), dialog)],
  'removing the second partner': [
    'full',
    '/settings/accountability_partner',
    inOrder((page) => button(page.getByRole('region', { name: 'Second partner' }), 'Remove').click(), dialog),
  ],
  'partner trail': ['full', '/settings/accountability_partner', unfold],
  'partner edited': ['full', '/settings/accountability_partner', type('Name', 'Søren')],
  'partner missing': ['empty', '/settings/accountability_partner', inOrder(type('Name', 'Sam'), type('Email Address', 'sam'), key('Tab'))],
  'notifications changed': ['full', '/settings/notifications', (page) => page.getByRole('switch').first().click()],
  'time changed': ['full', '/settings/time', type('Hours', '30')],
  'time refused': ['full', '/settings/time', inOrder(type('Hours', 'x'), press('Save Changes'))],
  'vacation refused': ['empty', '/settings/time', press('Add vacation')],
  'profile changed': ['full', '/profile', type('Full name', 'Ada')],
  'zone picker': [
    'full',
    '/profile',
    inOrder(
      choose((page) => page.getByRole('combobox')),
      (page) => page.getByRole('listbox').first().waitFor(),
    ),
  ],
  'zone picker hovered': [
    'full',
    '/profile',
    inOrder(
      (page) => page.getByRole('combobox').first().click(),
      (page) => page.getByRole('combobox').first().fill('tok'),
    ),
  ],
  'password form': ['full', '/profile', press(/password/i)],
  'welcome second step': ['empty', '/welcome', press(/^Next|Continue/)],
  'welcome third step': ['empty', '/welcome', press(/^Next|Continue/, /^Next|Continue/)],
  'welcome last step': ['empty', '/welcome', press(/^Next|Continue/, /^Next|Continue/, /^Next|Continue/)],
};

/** The pages for signing in. */
export const SIGNING_IN: Readonly<Record<string, readonly [string, Act]>> = {
  'signing up': ['/auth', (page) => page.getByRole('tab', { name: 'Sign Up' }).click()],
  'signing in, refused': ['/auth', press(/^Sign in$/i)],
  'signing up, refused': [
    '/auth',
    inOrder((page) => page.getByRole('tab', { name: 'Sign Up' }).click(), press(/^(Sign up|Create account)$/i)),
  ],
  'signing in, wrong': [
    '/auth',
    inOrder(
      (page) => page.getByLabel(/Email/).first().fill('a@example.org'),
      (page) => page.locator('input[type=password]').first().fill('not the right one'),
      press(/^Sign in$/i),
      (page) => page.getByRole('alert').filter({ hasText: /./ }).first().waitFor(),
    ),
  ],
  'forgot, sent': [
    '/auth/forgot',
    inOrder(
      (page) => page.getByLabel(/Email/).first().fill('nobody@example.org'),
      press('Send the link'),
      (page) => page.getByText('Look into your mail').waitFor(),
    ),
  ],
  'reset, refused': ['/auth/reset?token=0', send('form')],
};

/** The frame around every screen. */
export const FRAME: Acts = {
  'bell with alerts': ['demo', '/dashboard', inOrder(press(/^Alerts/), dialog)],
  'bell without alerts': ['empty', '/dashboard', inOrder(press(/^Alerts/), dialog)],
  'user menu': ['demo', '/dashboard', inOrder(press(/account of/), shown('menu'))],
  'side bar toggled': ['demo', '/dashboard', press('Toggle sidebar')],
  'keyboard dialog': ['demo', '/todo', inOrder(key('?'), dialog), WITH_MOUSE],
  palette: ['demo', '/dashboard', inOrder(press('Search and commands'), dialog)],
  'palette with words': [
    'demo',
    '/dashboard',
    inOrder(
      press('Search and commands'),
      dialog,
      (page) => page.getByPlaceholder(/Search tasks/).fill('re'),
      (page) => page.getByRole('option').first().waitFor(),
    ),
  ],
  'palette without results': [
    'demo',
    '/dashboard',
    inOrder(press('Search and commands'), dialog, (page) => page.getByPlaceholder(/Search tasks/).fill('qqqqzzzz')),
  ],
  offline: ['demo', '/dashboard', (page) => page.context().setOffline(true)],
  'skip link': ['demo', '/dashboard', key('Tab'), WITH_MOUSE],
  'side bar hovered': [
    'demo',
    '/dashboard',
    hover((page) => page.getByRole('complementary').getByRole('link', { name: /Report/ })),
    WITH_MOUSE,
  ],
  'toggle tooltip': [
    'demo',
    '/dashboard',
    inOrder(
      hover((page) => button(page, 'Toggle sidebar')),
      (page) => page.getByRole('tooltip').first().waitFor({ state: 'attached' }),
    ),
    WITH_MOUSE,
  ],
  'refusal note': ['demo', '/auth?error=Google%20says%20no.', (page) => page.waitForURL('/dashboard')],
};

/** The tasks and routines. */
export const TODO: Acts = {
  'filter suggestions': ['demo', '/todo', inOrder(key('/'), shown('listbox'))],
  'filtered by words': ['demo', '/todo?q=review', loaded],
  'filter with a fault': ['demo', '/todo', inOrder(key('/'), type('Filter', 'due:soon'), shown('alert'))],
  'filtered to nothing': ['demo', '/todo?q=qqqqzzzz', loaded],
  'row hovered': ['demo', '/todo', hover((page) => page.locator('[data-task]')), WITH_MOUSE],
  'row menu': [
    'demo',
    '/todo',
    inOrder(
      hover((page) => page.locator('[data-task]')),
      press(/^More: /),
      shown('menu'),
    ),
    WITH_MOUSE,
  ],
  'row focused': ['demo', '/todo', key('j', 'j'), WITH_MOUSE],
  'tick hovered': ['demo', '/todo', hover((page) => button(page, /^Complete: /)), WITH_MOUSE],
  'line being written': ['full', '/todo', inOrder(key('n'), dialog, type('New task', 'Call Bo tomorrow 15:00 #team !high'))],
  'line with a routine': ['full', '/todo', inOrder(key('n'), dialog, type('New task', 'Call Bo every Monday 15:00 for 30 minutes'))],
  'line with proof': [
    'full',
    '/todo',
    inOrder(key('n'), dialog, type('New task', 'Call Bo today 23:00 !proof general'), press(/^More$/), (page) =>
      page.getByLabel('Judged by').first().waitFor(),
    ),
  ],
  'lines pasted': [
    'full',
    '/todo',
    async (page) => {
      await page.keyboard.press('n');
      await page.getByRole('dialog', { name: 'New task' }).waitFor();
      await page.evaluate(`(() => {
        const data = new DataTransfer();
        data.setData('text', 'Call Bo tomorrow 15:00\\nWrite the talk #writing\\nRun every day 07:00');
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      })()`);
    },
  ],
  'due date picker': ['full', '/todo', inOrder(key('n'), dialog, type('New task', 'Call Bo'), press(/^More$/), press(/^Calendar/))],
  'routine menu': ['full', '/todo?tab=routines', inOrder(press(/^More: /), shown('menu'))],
  'new routine': ['empty', '/todo?tab=routines&routine=new', dialog],
  'new monthly routine': [
    'empty',
    '/todo?tab=routines&routine=new',
    inOrder(dialog, (page) => page.getByRole('dialog').locator('select').first().selectOption({ index: 2 })),
  ],
  'new routine refused': ['empty', '/todo?tab=routines&routine=new', inOrder(dialog, send('[role=dialog] form'))],
  'routine opened': [
    'full',
    '/todo?tab=routines',
    inOrder((page) => page.getByRole('link', { name: 'Run, 5 km' }).first().click(), dialog),
  ],
  'ending a routine': [
    'full',
    '/todo?tab=routines',
    inOrder(
      press(/^More: /),
      shown('menu'),
      (page) => page.getByRole('menuitem', { name: /^End/ }).click(),
      (page) => page.getByRole('dialog', { name: /^End/ }).waitFor(),
    ),
  ],
};
