import { useQuery } from '@tanstack/react-query';
import { Bell, ChevronRight, Clock, CreditCard, type LucideIcon, Plug, Shield, UserRoundCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { clockTime, plainDate } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { type Connection, connectionsQuery } from '../api/connections.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { sessionQuery } from '../api/session.ts';
import { type AllSettings, allSettingsQuery } from '../api/settings.ts';
import { localTime } from '../lib/calendar.ts';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import styles from './settings.module.css';

interface Card {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly icon: LucideIcon;
  /** The current setting in words. Empty until it is loaded. */
  readonly value: string;
}

const notificationsWords = (value: AllSettings['notifications']): string =>
  `${Object.values(value).filter((on) => on === true).length} of 4 on`;
const timeWords = (value: AllSettings['time']): string =>
  `${clockTime(value.todoReminderTime)} ${value.todoReminderDay === 'everyday' ? 'daily' : `on ${value.todoReminderDay.replace(/^./, (letter) => letter.toUpperCase())}s`}, proof within ${value.proofSubmissionDeadlineHours} h`;
const connectionWords = (list: readonly Connection[]): string =>
  list.some(({ problem }) => problem !== null) ? 'Needs you' : `${list.filter(({ connected }) => connected).length} of 2 connected`;
const partnerWords = ({ partnerName: name, partnerStatus: status }: AllSettings['accountability']): string =>
  status === null || name === '' ? 'Nobody yet' : sentence`${name}, ${status}`;

function useCards(): Card[] {
  const all = useQuery(allSettingsQuery()).data;
  const connections = useQuery(connectionsQuery()).data;
  const joined = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user?.createdAt;
  const { zone } = useOwnerClock();
  return [
    {
      key: 'integrations',
      title: 'Integrations',
      text: 'Gmail and GitHub, and what they may do',
      icon: Plug,
      value: connections ? connectionWords(connections) : '',
    },
    {
      key: 'notifications',
      title: 'Notifications',
      text: 'What Vouch tells you, when, and on which device',
      icon: Bell,
      value: all ? notificationsWords(all.notifications) : '',
    },
    {
      key: 'time',
      title: 'Time & Deadlines',
      text: 'Reminder, proof deadline, report, assessment',
      icon: Clock,
      value: all ? timeWords(all.time) : '',
    },
    {
      key: 'accountability_partner',
      title: 'Accountability Partners',
      text: 'Who hears of it, and who signs',
      icon: UserRoundCheck,
      value: all ? partnerWords(all.accountability) : '',
    },
    {
      key: 'subscription',
      title: 'Subscription & Plans',
      text: 'Your plan, AI usage, your own key, invoices',
      icon: CreditCard,
      value: all ? all.subscription.plan : '',
    },
    {
      key: 'account',
      title: 'Account Management',
      text: 'Export your data, or leave',
      icon: Shield,
      value: joined ? `Joined ${plainDate(localTime(joined, zone).date, '')}` : '',
    },
  ];
}

export function Settings() {
  return (
    <Page title="Settings" narrow>
      <ul className={styles.cards}>
        {useCards().map(({ key, title, text, icon, value }) => (
          <li key={key}>
            <Link to={`/settings/${key}`}>
              <span className={styles.icon}>
                <Icon of={icon} size="l" />
              </span>
              <span className={styles.body}>
                <span className={styles.title}>{title}</span>
                <span className={styles.description}>{text}</span>
              </span>
              {value && <span className={styles.value}>{value}</span>}
              <Icon of={ChevronRight} />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
