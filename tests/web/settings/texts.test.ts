import { createElement, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { Account } from '../../../web/settings/account.tsx';
import { Integrations } from '../../../web/settings/integrations.tsx';
import { Notifications } from '../../../web/settings/notifications.tsx';
import { Partner } from '../../../web/settings/partner.tsx';
import { Settings } from '../../../web/settings/settings.tsx';
import { Subscription } from '../../../web/settings/subscription.tsx';
import { Time } from '../../../web/settings/time.tsx';
import { htmlOf, linksOf, textsOf } from '../examples.ts';

const of = (name: string) => ['settings', name];
const NOTIFICATIONS = { taskReminders: true, verificationUpdates: true, weeklyReports: true, systemUpdates: true };
const TIME = {
  todoReminderDay: 'everyday',
  todoReminderTime: '08:00',
  proofSubmissionDeadlineHours: 24,
  weeklyReportDay: 'monday',
  weeklyReportTime: '08:00',
  weeklyAssessmentDay: 'sunday',
  weeklyAssessmentTime: '18:00',
};
const PARTNER = {
  partnerName: '',
  partnerEmail: '',
  partnerWhatsapp: '',
  partnerDetail: 'titles',
  partnerStatus: null,
  aiEmail: true,
  aiCoding: false,
  aiSystemDesign: false,
  aiGeneral: false,
};
const GOOGLE = {
  platform: 'google',
  connected: true,
  userIdOnPlatform: '1',
  scopes: [],
  connectedAt: '2026-11-01T00:00:00Z',
  problem: null,
};
const STATUS = {
  isPremium: false,
  status: 'none',
  phase: null,
  plan: 'free',
  trial: { available: true, endsAt: null },
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  pending: null,
};
const read = {
  known: [
    [of('notifications'), { value: NOTIFICATIONS, etag: null }],
    [of('time'), { value: TIME, etag: null }],
    [of('accountability'), { value: PARTNER, etag: null }],
    [of('subscription'), { plan: 'Free' }],
    [['subscription', 'status'], STATUS],
    [['connections', 'status'], [GOOGLE]],
  ],
} as const;

const SCREENS = { Integrations, Notifications, Time, Account, Partner, Subscription };
const screen = (name: keyof typeof SCREENS): ReactElement => createElement(SCREENS[name]);

test('the hub has six cards, which lead to their screens', () => {
  const cards = linksOf(createElement(Settings)).map((link) => link.replaceAll('&amp;', '&'));
  expect(cards.map((card) => card.split(' /')[1])).toEqual([
    'settings/integrations',
    'settings/notifications',
    'settings/time',
    'settings/accountability_partner',
    'settings/subscription',
    'settings/account',
  ]);
  const titles = [
    'Integrations',
    'Notifications',
    'Time & Deadlines',
    'Accountability Partners',
    'Subscription & Plans',
    'Account Management',
  ];
  expect(titles.map((title, index) => cards[index]?.startsWith(title))).toEqual(titles.map(() => true));
});

test.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])('the screen %s leads back', (name) => {
  expect(linksOf(screen(name), read)).toContain('Back to Settings /settings');
});

const TEXTS: readonly (readonly [keyof typeof SCREENS, readonly string[]])[] = [
  ['Integrations', ['Connected', 'Disconnect', 'Not Connected']],
  ['Notifications', ['Task Reminders', 'Verification Updates', 'Weekly Reports', 'System Updates', 'Save Changes']],
  ['Time', ['Daily To-Do Reminder', 'Proof Submission Deadline', 'Weekly Report', 'Weekly Assessment', 'Save Changes']],
  ['Account', ['Account Management', 'Data Export', 'Export Data', 'Danger Zone', 'Delete Account']],
  [
    'Partner',
    [
      'Name',
      'Email Address',
      'WhatsApp Number',
      'Add WhatsApp for instant, more effective notifications!',
      'Send invitation',
      'AI as Accountability Partner',
      'Email Tasks',
      'Coding Tasks',
      'System Design Tasks',
      'General Tasks',
      'AI will give you quality feedback on these tasks.',
      'Only your human partner will be notified for these tasks.',
    ],
  ],
  [
    'Subscription',
    [
      'Free',
      'BYOK',
      'Pro',
      'Popular',
      'Current',
      'Currently Selected',
      'Select Plan',
      'Choose Popular',
      'Need Something Custom?',
      'Contact Sales',
    ],
  ],
];

test.each(TEXTS)('the screen %s has the texts of the specification', (name, texts) => {
  expect(textsOf(screen(name), read)).toEqual(expect.arrayContaining([...texts]));
});

test('an account that will be deleted in 7 days is not offered that again', () => {
  const session = (deletionAt: string | null) => [['session'], { user: { id: 'ada', deletionAt }, session: null }] as const;
  const textsIf = (deletionAt: string | null) => textsOf(screen('Account'), { known: [...read.known, session(deletionAt)] });
  expect(textsIf(null)).toContain('Delete in 7 days');
  expect(textsIf('2026-12-04T09:12:00.000Z')).not.toContain('Delete in 7 days');
});

test('email and WhatsApp are recommended, and one toggle of four is on', () => {
  const texts = textsOf(screen('Partner'), read);
  const count = (text: string) => texts.filter((one) => one === text).length;
  expect(['Recommended', 'AI will give you quality feedback on these tasks.'].map(count)).toEqual([2, 1]);
});

test('the day of the reminder is fixed', () => {
  expect(htmlOf(screen('Time'), read)).toMatch(/<input(?=[^>]*value="Everyday")(?=[^>]*disabled="")/);
});

const FAILED: readonly (readonly [keyof typeof SCREENS, readonly string[], string])[] = [
  ['Notifications', of('notifications'), 'Failed to load notification settings.'],
  ['Time', of('time'), 'Failed to load time settings.'],
  ['Partner', of('accountability'), 'Failed to load accountability settings.'],
  ['Subscription', of('subscription'), 'Failed to load subscription.'],
];

test.each(FAILED)('the screen %s says that it could not be loaded, and offers to try again', (name, key, text) => {
  expect(textsOf(screen(name), { failed: [key] })).toEqual(expect.arrayContaining([text, 'Retry']));
});
