import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { localTime } from '../lib/calendar.ts';
import { onCorrection, serverNow } from './clock.ts';
import { sessionQuery } from './session.ts';

const MINUTE = 60_000;
const minute = (): number => Math.floor(serverNow() / MINUTE) * MINUTE;

function eachMinute(notify: () => void): () => void {
  const timer = setInterval(notify, 5_000);
  const stop = onCorrection(notify);
  return () => {
    clearInterval(timer);
    stop();
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

/** The component renders again when the minute changes. */
export function useOwnerClock(): OwnerClock {
  const zone = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user?.timezone ?? 'UTC';
  const now = useSyncExternalStore(eachMinute, minute, minute);
  const local = localTime(now, zone);
  return { zone, now, today: local.date, time: local.time, minutes: local.minutes };
}
