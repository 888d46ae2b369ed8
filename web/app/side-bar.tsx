import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChartColumn, LayoutDashboard, ListChecks, type LucideIcon, Stamp } from 'lucide-react';
import { Fragment, useCallback, useEffect, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { readSideOpen, sideCookie } from '../../src/contracts/side-bar.ts';
import { number } from '../../src/contracts/words/format.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { dailyQuery, streaksQuery } from '../api/reports.ts';
import { pendingQuery, waitingCount } from '../api/verifications.ts';
import { offsetOf } from '../lib/calendar.ts';
import badgeStyles from '../ui/badge.module.css';
import { Icon, Logo } from '../ui/icon.tsx';
import { isCommand } from '../ui/key-press.ts';
import layoutStyles from '../ui/layout.module.css';
import { useNarrow } from '../ui/narrow.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './shell.module.css';
import { SideLists } from './side-lists.tsx';

interface ScreenLink {
  to: string;
  name: string;
  icon: LucideIcon;
  /** The number of things to do on that screen. */
  count?: number | undefined;
  /** The meaning of the count: 'open today'. */
  of?: string;
}

function useScreens(): ScreenLink[] {
  const open = useQuery(dailyQuery(null)).data?.counts.open;
  const waiting = useQuery(pendingQuery()).data;
  return [
    { to: '/dashboard', name: 'Dashboard', icon: LayoutDashboard },
    { to: '/todo', name: 'Todo', icon: ListChecks, count: open, of: 'open today' },
    { to: '/verify', name: 'Verify', icon: Stamp, count: waiting && waitingCount(waiting), of: 'waiting' },
    { to: '/report', name: 'Report', icon: ChartColumn },
  ];
}

/** `shut` shows only icons, with the names as tooltips. */
export function SideRows({ shut, onGo }: { shut: boolean; onGo?: () => void }) {
  return (
    <nav aria-label="Platform" className={styles.navigation}>
      {useScreens().map(({ to, name, icon, count, of }) => {
        const lists = !shut && to === '/todo' && <SideLists onGo={onGo} />;
        const label = count ? `${name}, ${count} ${of}` : name;
        const link = (
          <NavLink key={to} to={to} onClick={onGo} className={({ isActive }) => clsx(isActive && styles.chosen)}>
            <Icon of={icon} />
            {count && !shut ? <span aria-hidden="true">{name}</span> : null}
            <span className={count || shut ? layoutStyles.visuallyHidden : undefined}>{label}</span>
            {count ? (
              <span className={badgeStyles.count} data-part="count" aria-hidden="true">
                {count}
              </span>
            ) : null}
          </NavLink>
        );
        return shut ? (
          <Tooltip key={to} text={label} side="right">
            <span className={layoutStyles.block}>{link}</span>
          </Tooltip>
        ) : (
          <Fragment key={to}>
            {link}
            {lists}
          </Fragment>
        );
      })}
    </nav>
  );
}

export function SideFoot() {
  const streak = useQuery(streaksQuery()).data?.user.current;
  const { zone, now } = useOwnerClock();
  return (
    <div className={styles.footer}>
      {streak !== undefined && (
        <>
          Day {number(streak)} of your streak
          <br />
        </>
      )}
      {zone}, {offsetOf(now, zone)}
    </div>
  );
}

export const SideBar = ({ open }: { open: boolean }) => (
  <aside className={styles.sidebar} aria-label="Side bar">
    <div className={styles.brand}>
      <Logo subtitle="Task Management" />
    </div>
    <h2 className={styles.caption}>Platform</h2>
    <SideRows shut={!open} />
    <SideFoot />
  </aside>
);

/** The same links as a bar at the bottom of a phone. */
export const BottomBar = () => (
  <nav className={styles.bottomBar} aria-label="Platform">
    {useScreens().map(({ to, name, icon }) => (
      <NavLink key={to} to={to} className={({ isActive }) => clsx(isActive && styles.chosen)}>
        <Icon of={icon} />
        {name}
      </NavLink>
    ))}
  </nav>
);

export interface Side {
  narrow: boolean;
  /** On a wide window false means that only icons are shown. On a narrow one it means that the drawer is closed. */
  open: boolean;
  setOpen: (open: boolean) => void;
  toggle: () => void;
}

/**
 * A button and Ctrl+B or Cmd+B toggle the side bar. Its state is stored for wide windows; the drawer of narrow windows always
 * starts closed.
 */
export function useSideBar(): Side {
  const narrow = useNarrow();
  const [desk, setDesk] = useState(() => readSideOpen(document.cookie));
  const [drawer, setDrawer] = useState(false);
  const open = narrow ? drawer : desk;

  const setOpen = useCallback(
    (next: boolean) => {
      if (narrow) return setDrawer(next);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
      document.cookie = sideCookie(next);
      setDesk(next);
    },
    [narrow],
  );
  const toggle = useCallback(() => setOpen(!open), [setOpen, open]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event, 'b') || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) toggle();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toggle]);

  return { narrow, open, setOpen, toggle };
}
