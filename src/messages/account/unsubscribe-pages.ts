import type { MailSetting } from '../../app/delivery/mail-settings.ts';
import { listed } from '../../contracts/words/format.ts';
import type { PartnerPage } from '../partner/page.ts';
import { NOTHING } from '../partner/pages.ts';

interface SettingWords {
  /** The mails that the setting governs. */
  readonly mails: string;
  /** What else it turns off. Empty: nothing. */
  readonly besides: string;
}

const WORDS: Readonly<Record<MailSetting, SettingWords>> = {
  task_reminders: {
    mails: 'reminders',
    besides:
      'The setting ‘Task Reminders’ also governs the evening’s message and pushes about your tasks, and the word to your partner when a day stays empty.',
  },
  weekly_reports: { mails: 'weekly reports and assessments', besides: '' },
  verification_updates: { mails: 'mails about proof', besides: 'The setting ‘Verification Updates’ also governs pushes about verdicts.' },
  evening_mail: { mails: 'mails in the evening', besides: '' },
};

const mailsOf = (settings: readonly MailSetting[]): string => listed(settings.map((setting) => WORDS[setting].mails));
const besidesOf = (settings: readonly MailSetting[]): readonly string[] =>
  settings.map((setting) => WORDS[setting].besides).filter((sentence) => sentence !== '');
const NOTIFICATIONS = { label: 'Notifications', to: '/settings/notifications' };

/** The page with the button that turns off the mails of these settings. `to`: the path of the form. */
export const turnOffPage = (settings: readonly MailSetting[], to: string): PartnerPage => ({
  ...NOTHING,
  heading: `Turn off ${mailsOf(settings)}?`,
  for: '',
  body: [`When you press the button, Vouch stops sending you ${mailsOf(settings)}. Nothing changes until then.`, ...besidesOf(settings)],
  actions: [{ label: 'Turn off', to, primary: true }],
});

/** The page after these settings were turned off. */
export const turnedOffPage = (settings: readonly MailSetting[]): PartnerPage => ({
  ...NOTHING,
  heading: 'These mails are turned off',
  for: '',
  body: [
    `Vouch has stopped sending you ${mailsOf(settings)}. You can turn them on again in the settings, under Notifications.`,
    ...besidesOf(settings),
  ],
  way: NOTIFICATIONS,
});

/** Shown for a link that was not made by this program, or works no longer. */
export const NO_MAILS_PAGE: PartnerPage = {
  ...NOTHING,
  heading: 'This link leads nowhere',
  for: '',
  body: [
    'It has expired, or was not copied whole, or its account was deleted. The newest mail has a link that works.',
    'You can also turn mails on and off in the settings, under Notifications.',
  ],
  way: NOTIFICATIONS,
};
