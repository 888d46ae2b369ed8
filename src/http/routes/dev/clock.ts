import * as calls from '../../../contracts/calls/dev.ts';
import { type ClockMove, LATEST, parsed, spelled, TOO_FAR } from '../../../contracts/clock.ts';
import { invalid } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { type DevPorts, loopbackOnly } from './ports.ts';

/** The instant to move the clock to. Calendar units such as a month are counted in UTC. @throws Refusal 422 after the year 2100 */
function target(now: string, { to, advance }: ClockMove): string {
  if (to !== undefined) return spelled(Temporal.Instant.from(to));
  const moved = parsed(() =>
    spelled(
      Temporal.Instant.from(now)
        .toZonedDateTimeISO('UTC')
        .add(advance as string)
        .toInstant(),
    ),
  );
  if (moved === null || moved > LATEST) throw invalid({ advance: [TOO_FAR] });
  return moved;
}

/** Reading the program's clock, and moving it forward. Everything that becomes due on the way is done. */
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
