import { useQuery } from '@tanstack/react-query';
import { notifications } from '../../src/contracts/settings.ts';
import { notificationsQuery, type Tagged, updateNotifications, type Notifications as Values } from '../api/settings.ts';
import { checkedBy } from '../forms/checked.ts';
import { Switch } from '../ui/choice.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { ChannelSettings } from './channels.tsx';
import { Loaded, SettingsFrame } from './frame.tsx';
import styles from './settings-form.module.css';
import { SaveBar, useSettingsForm } from './settings-form.tsx';
import { WhatComes } from './what-comes.tsx';

const TOGGLES: readonly { readonly name: keyof Values; readonly label: string; readonly hint: string }[] = [
  { name: 'taskReminders', label: 'Task Reminders', hint: 'The daily reminder, and the word to your partner when the day stays empty.' },
  {
    name: 'verificationUpdates',
    label: 'Verification Updates',
    hint: 'Proof accepted or rejected, 30 minutes before a proof deadline, and the answer to an appeal.',
  },
  { name: 'weeklyReports', label: 'Weekly Reports', hint: 'The weekly report and the weekly assessment.' },
  {
    name: 'systemUpdates',
    label: 'System Updates',
    hint: 'News about Vouch itself. No mail of this kind is sent yet.',
  },
];

export function Notifications() {
  const query = useQuery(notificationsQuery());
  return (
    <SettingsFrame title="Notifications" sub="What Vouch tells you, when, and on which device.">
      <Loaded query={query} failed="Failed to load notification settings." loading="Loading notification settings">
        {(loaded) => (
          <>
            <ChannelSettings />
            <NotificationsForm loaded={loaded} />
            <WhatComes />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

function NotificationsForm({ loaded }: { loaded: Tagged<Values> }) {
  const { form, bar } = useSettingsForm(
    'notifications',
    { resolver: checkedBy(notifications), values: loaded.value, etag: loaded.etag },
    updateNotifications,
    (saved) => saved,
  );
  const typed = form.watch();
  return (
    <form {...form.attributes}>
      <SettingsBlock
        title="Kinds of messages"
        text="Alerts in the app are never switched off. Mails about your account and its safety always come."
      >
        <div className={styles.toggles}>
          {TOGGLES.map(({ name, label, hint }) => (
            <Switch key={name} label={label} hint={hint} checked={typed[name]} onChange={(on) => form.setValue(name, on)} />
          ))}
        </div>
      </SettingsBlock>
      <SaveBar {...bar} />
    </form>
  );
}
