import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Bell as BellIcon, Check, LogOut, PanelLeft, Search, Settings, User as UserIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { distance } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { useSignOut } from '../api/account.ts';
import { type Alert, activeAlertsQuery } from '../api/alerts.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import type { User } from '../api/session.ts';
import { moment } from '../lib/calendar.ts';
import { useAcknowledge } from '../tasks/acknowledge.ts';
import { Avatar, displayName, initials } from '../ui/avatar.tsx';
import { Severity, SeverityWord } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MOD } from '../ui/key-press.ts';
import layoutStyles from '../ui/layout.module.css';
import { Mark } from '../ui/mark.tsx';
import { Menu, MenuCaption, MenuItem, MenuLink, MenuRule } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { ErrorState } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { ThemeMenuChoice } from '../ui/theme.tsx';
import { toast } from '../ui/toast.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import type { Side } from './side-bar.tsx';
import styles from './top-bar.module.css';

/** At most '9+', and '' for none. */
export const badgeCount = (count: number): string => (count <= 0 ? '' : count > 9 ? '9+' : String(count));

const ALERTS_SHOWN = 5;
/** Pixels by which the list is shifted, so that it ends at the edge of the top bar. */
const BESIDE_AVATAR = 46;

export function Bell() {
  const [open, setOpen] = useState(false);
  const query = useQuery(activeAlertsQuery());
  const count = query.data?.length ?? 0;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Alerts"
      className={styles.dropdown}
      shift={-BESIDE_AVATAR}
      trigger={
        <IconButton label={count === 0 ? 'Alerts' : `Alerts, ${badgeCount(count)} not acknowledged`} on={open}>
          <Icon of={BellIcon} />
          {count > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {badgeCount(count)}
            </span>
          )}
        </IconButton>
      }
    >
      <h2>Alerts ({count})</h2>
      <BellList query={query} />
      <Link to="/alerts" className={styles.all} onClick={() => setOpen(false)}>
        View All Alerts
      </Link>
    </Popover>
  );
}

interface Active {
  data: Alert[] | undefined;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

function BellList({ query }: { query: Active }) {
  const acknowledge = useAcknowledge();
  if (query.isPending) {
    return (
      <div className={styles.empty}>
        <span className={styles.spinner} aria-busy="true" />
        <span className={layoutStyles.visuallyHidden}>Loading alerts</span>
      </div>
    );
  }
  if (query.data === undefined) {
    return (
      <div className={styles.loading}>
        <ErrorState title="Failed to fetch active alerts" onRetry={() => void query.refetch()} retrying={query.isFetching}>
          None of them is lost.
        </ErrorState>
      </div>
    );
  }
  if (query.data.length === 0) {
    return (
      <div className={styles.empty}>
        <Mark name="verified" size="l" named={false} />
        <b>No active alerts</b>
        <span className={textStyles.muted}>You're all caught up!</span>
      </div>
    );
  }
  return (
    <ul>
      {query.data.slice(0, ALERTS_SHOWN).map((alert) => (
        <BellRow key={alert.id} alert={alert} onAcknowledge={() => acknowledge.mutate(alert.id)} />
      ))}
    </ul>
  );
}

const HOUR = 3_600_000;

function BellRow({ alert, onAcknowledge }: { alert: Alert; onAcknowledge: () => void }) {
  const { zone, now, today } = useOwnerClock();
  const at = Date.parse(alert.createdAt);
  return (
    <li className={styles.item}>
      <span className={styles.severity} aria-hidden="true">
        <Severity level={alert.severity} iconOnly />
      </span>
      <div className={layoutStyles.filling}>
        <div className={styles.itemHeader}>
          <SeverityWord level={alert.severity} />
          <time dateTime={alert.createdAt}>{now - at < HOUR ? distance(now, at) : moment(alert.createdAt, zone, today)}</time>
        </div>
        <b dir="auto">{alert.title}</b>
        <p dir="auto">{alert.message}</p>
      </div>
      <IconButton label={sentence`Acknowledge: ${alert.title}`} onClick={onAcknowledge}>
        <Icon of={Check} />
      </IconButton>
    </li>
  );
}

function UserMenu({ user }: { user: User }) {
  const { leave } = useSignOut((error) => toast.error(messageOf(error)));
  const name = displayName(user);
  return (
    <Menu
      label="Account"
      trigger={
        <IconButton label={sentence`${initials(user)}, account of ${name}`}>
          <Avatar person={user} />
        </IconButton>
      }
    >
      <div className={styles.person}>
        <Avatar person={user} />
        <span className={layoutStyles.shrinking}>
          <b className={clsx(textStyles.strong, layoutStyles.block, layoutStyles.cutOff)} dir="auto">
            {name}
          </b>
          <span className={clsx(textStyles.faint, textStyles.tiny, layoutStyles.block, layoutStyles.cutOff)}>{user.email}</span>
        </span>
      </div>
      <MenuRule />
      <MenuLink to="/profile" icon={UserIcon}>
        Profile
      </MenuLink>
      <MenuLink to="/settings" icon={Settings}>
        Settings
      </MenuLink>
      <MenuRule />
      <MenuCaption>Theme</MenuCaption>
      <ThemeMenuChoice />
      <MenuRule />
      <MenuItem icon={LogOut} onSelect={() => leave({})}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

// Most of the time nothing runs, so the screen does not wait for it.
const FocusPill = lazy(() => import('../focus/pill.tsx').then((module) => ({ default: module.FocusPill })));

export const TopBar = ({ user, side, onSearch }: { user: User; side: Side; onSearch: () => void }) => (
  <header className={styles.bar}>
    <Tooltip text="Toggle sidebar" keys={[MOD, 'B']}>
      <IconButton label="Toggle sidebar" aria-expanded={side.open} onClick={side.toggle}>
        <Icon of={PanelLeft} />
      </IconButton>
    </Tooltip>
    <span className={styles.name}>
      <b>Vouch</b> Your Success, Verified
    </span>
    <span className={styles.tools}>
      <Suspense>
        <FocusPill />
      </Suspense>
      <Tooltip text="Search and commands" keys={[MOD, 'K']}>
        <IconButton label="Search and commands" onClick={onSearch}>
          <Icon of={Search} />
        </IconButton>
      </Tooltip>
      <Bell />
      <UserMenu user={user} />
    </span>
  </header>
);
