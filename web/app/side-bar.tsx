import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChartColumn, LayoutDashboard, ListChecks, type LucideIcon, Stamp } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { useOwnerClock } from '../api/owner-clock.ts';
import { dailyQuery } from '../api/reports.ts';
import { streaksQuery } from '../api/streaks.ts';
import { pendingQuery, waitingCount } from '../api/verifications.ts';
import { offsetOf } from '../lib/zone.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

interface ScreenLink {
  to: string;
  name: string;
  icon: LucideIcon;
  /** How much is to be done there. */
  count?: number | undefined;
  /** What that is: 'open today'. */
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

/** The links of the side bar and of the drawer. With `shut` only icons are shown, with the names as tooltips. */
export function SideRows({ shut, onGo }: { shut: boolean; onGo?: () => void }) {
  return (
    <nav aria-label="Platform" className="side-nav">
      {useScreens().map(({ to, name, icon, count, of }) => {
        const label = count ? `${name}, ${count} ${of}` : name;
        const link = (
          <NavLink key={to} to={to} onClick={onGo} className={({ isActive }) => clsx(isActive && 'on')}>
            <Icon of={icon} />
            <span className={shut ? 'sr-only' : undefined}>{name}</span>
            {count ? (
              <>
                <span className="count" aria-hidden="true">
                  {count}
                </span>
                <span className="sr-only">
                  , {count} {of}
                </span>
              </>
            ) : null}
          </NavLink>
        );
        return shut ? (
          <Tooltip key={to} text={label} side="right">
            <span className="block">{link}</span>
          </Tooltip>
        ) : (
          link
        );
      })}
    </nav>
  );
}

export function SideFoot() {
  const streak = useQuery(streaksQuery()).data?.user.current;
  const { zone, now } = useOwnerClock();
  return (
    <div className="side-foot">
      {streak !== undefined && (
        <>
          Day {streak.toLocaleString('en')} of your streak
          <br />
        </>
      )}
      {zone}, {offsetOf(now, zone)}
    </div>
  );
}

export const SideBar = ({ open }: { open: boolean }) => (
  <aside className="side" aria-label="Side bar">
    <div className="side-id">
      <Logo subtitle="Task Management" />
    </div>
    <h2 className="side-cap">Platform</h2>
    <SideRows shut={!open} />
    <SideFoot />
  </aside>
);

/** The same links as a bar at the bottom of a phone. */
export const BottomBar = () => (
  <nav className="bar" aria-label="Platform">
    {useScreens().map(({ to, name, icon }) => (
      <NavLink key={to} to={to} className={({ isActive }) => clsx(isActive && 'on')}>
        <Icon of={icon} />
        {name}
      </NavLink>
    ))}
  </nav>
);
