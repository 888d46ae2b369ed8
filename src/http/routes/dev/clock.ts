import * as calls from '../../../contracts/calls/dev.ts';
import { type ClockMove, LATEST, parsed, spelled, TOO_FAR } from '../../../contracts/clock.ts';
import { required } from '../../../domain/kernel/records.ts';
import { invalid } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { type DevPorts, loopbackOnly } from './ports.ts';

/**
 * Calendar units such as a month are counted in UTC.
 * @throws Refusal 422 after the year 2100
 */
function target(now: string, { to, advance }: ClockMove): string {
  if (to !== undefined) return spelled(Temporal.Instant.from(to));
  const moved = parsed(() => spelled(Temporal.Instant.from(now).toZonedDateTimeISO('UTC').add(required(advance, 'duration')).toInstant()));
  if (moved === null || moved > LATEST) throw invalid({ advance: [TOO_FAR] });
  return moved;
}

/** Moving the clock forward also runs everything that becomes due on the way. */
export const clockRoutes = ({ clock, move: moveClock }: DevPorts): readonly Route[] => [
  route(calls.readClock, {
    handle: async ({ context }) => {
      loopbackOnly(context);
      return json(200, { now: clock.now() }, { 'Cache-Control': 'no-store' });
    },
  }),
  route(calls.moveClock, {
    handle: async ({ context, body }) => {
      loopbackOnly(context);
      return json(200, { now: await moveClock((now) => target(now, body)) });
    },
  }),
];
