import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { onCorrection, serverNow } from '../api/clock.ts';
import { sessionQuery } from '../api/session.ts';
import { localTime } from './zone.ts';

const MINUTE = 60_000;
const minute = (): number => Math.floor(serverNow() / MINUTE) * MINUTE;

function eachMinute(tell: () => void): () => void {
  const timer = setInterval(tell, 5_000);
  const stop = onCorrection(tell);
  return () => {
    clearInterval(timer);
    stop();
  };
}

export interface Here {
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
export function useHere(): Here {
  const zone = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user?.timezone ?? 'UTC';
  const now = useSyncExternalStore(eachMinute, minute);
  const local = localTime(now, zone);
  return { zone, now, today: local.date, time: local.time, minutes: local.minutes };
}
