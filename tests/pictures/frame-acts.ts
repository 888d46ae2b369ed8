import { type Acts, button, dialog, hover, inOrder, key, press, send, shown, type, WITH_MOUSE } from './acts.ts';

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
  'filter popover': ['demo', '/todo', inOrder(press(/^Filter/), dialog)],
  'filtered by words': ['demo', '/todo', inOrder(press(/^Filter/), dialog, type('Words', 'review'))],
  'filtered to nothing': ['demo', '/todo', inOrder(press(/^Filter/), dialog, type('Words', 'qqqqzzzz'), key('Escape'))],
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
  'line being written': ['full', '/todo', type('New task', 'Call Bo tomorrow 15:00 #team !high')],
  'line with a routine': ['full', '/todo', type('New task', 'Call Bo every Monday 15:00 for 30 minutes')],
  'line with proof': [
    'full',
    '/todo',
    inOrder(type('New task', 'Call Bo today 23:00 !proof general'), (page) => page.getByLabel('Judged by').first().waitFor()),
  ],
  'lines pasted': [
    'full',
    '/todo',
    async (page) => {
      await page.getByRole('textbox', { name: 'New task' }).focus();
      await page.evaluate(`(() => {
        const data = new DataTransfer();
        data.setData('text', 'Call Bo tomorrow 15:00\\nWrite the talk #writing\\nRun every day 07:00');
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      })()`);
    },
  ],
  'due date picker': ['full', '/todo', inOrder(type('New task', 'Call Bo'), press(/calendar|date/i))],
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
