import type { Config } from '../../config/config.ts';
import { type Answered, HEALTH } from '../../http/kernel/meter.ts';
import type { Log } from '../../jobs/log.ts';
import type { Meters } from './meters.ts';

const MS = 1_000;

/** Counts each request and, in production, logs a line for it: the pattern of its route, never its path or the caller. */
export function createRequestObserver(meters: Meters, { mode }: Config, log: Log): (request: Answered) => void {
  if (mode !== 'production') return meters.answered;
  return (request) => {
    meters.answered(request);
    const { id, route, method, status, seconds } = request;
    if (route === HEALTH) return;
    log.info({ request: id, method, route, status, ms: Math.round(seconds * MS) }, 'request');
  };
}
