import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { localTime } from '../lib/zone.ts';
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
  /** The owner's IANA zone. */
  readonly zone: string;
  /** The server's clock to the minute, in milliseconds. */
  readonly now: number;
  /** Today in that zone. */
  readonly today: string;
  /** `HH:MM` in that zone. */
  readonly time: string;
  readonly minutes: number;
}

/** Where and when the owner is. Moves once a minute. */
export function useOwnerClock(): OwnerClock {
  const zone = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user?.timezone ?? 'UTC';
  const now = useSyncExternalStore(eachMinute, minute);
  const local = localTime(now, zone);
  return { zone, now, today: local.date, time: local.time, minutes: local.minutes };
}
