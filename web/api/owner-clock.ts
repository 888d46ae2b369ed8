import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { localTime } from '../lib/calendar.ts';
import { onCorrection, serverNow } from './clock.ts';
import { sessionQuery } from './session.ts';

const MINUTE = 60_000;
const minute = (): number => Math.floor(serverNow() / MINUTE) * MINUTE;

/** Milliseconds. After the machine has slept, timers are late by as much as they waited. */
const MOST_WAIT = 5_000;
/** A timer may fire a little too early. */
const MARGIN = 20;

/** Calls `notify` when the minute changes, and when the clock was corrected or the page is shown again, as its timers may be late. */
function eachMinute(notify: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(tick, Math.min(MINUTE - (serverNow() % MINUTE) + MARGIN, MOST_WAIT));
  };
  const tick = () => {
    clearTimeout(timer);
    notify();
    wait();
  };
  const stop = onCorrection(tick);
  wait();
  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', tick);
  return () => {
    clearTimeout(timer);
    stop();
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', tick);
  };
}

export interface OwnerClock {
  readonly zone: string;
  /** The server's time in milliseconds since the epoch, rounded down to the minute. */
  readonly now: number;
  /** In the owner's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** In the owner's time zone, `HH:MM`. */
  readonly time: string;
  readonly minutes: number;
}

/** The owner's time zone, outside of a component. */
export const zoneOf = (client: QueryClient): string => client.getQueryData(sessionQuery().queryKey)?.user?.timezone ?? 'UTC';

/** The owner's date, `YYYY-MM-DD`, outside of a component. */
export const todayOf = (client: QueryClient): string => localTime(serverNow(), zoneOf(client)).date;

/** The component renders again when the minute changes. */
export function useOwnerClock(): OwnerClock {
  const zone = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user?.timezone ?? 'UTC';
  const now = useSyncExternalStore(eachMinute, minute, minute);
  return useMemo(() => {
    const local = localTime(now, zone);
    return { zone, now, today: local.date, time: local.time, minutes: local.minutes };
  }, [zone, now]);
}
