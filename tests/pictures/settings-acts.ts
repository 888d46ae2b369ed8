import { type Act, type Acts, button, choose, dialog, inOrder, key, press, send, type, unfold } from './acts.ts';

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
