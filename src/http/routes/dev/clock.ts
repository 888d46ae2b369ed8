import { z } from 'zod';
import { jsonBody } from '../../kernel/bodies.ts';
import { invalid } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
import { loopbackOnly } from './loopback.ts';
import type { DevPorts } from './ports.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const LATEST = '2100-12-31T23:59:59.999Z';
const TOO_FAR = 'The clock goes to the end of the year 2100.';
const WHICH = 'Give either to (an instant such as 2026-11-20T16:00:00Z) or advance (a duration such as P1D).';

const parsed = <T>(parse: () => T): T | null => {
  try {
    return parse();
  } catch {
    return null;
  }
};
const durationOf = (text: string): Temporal.Duration | null => parsed(() => Temporal.Duration.from(text));
const instantOf = (text: string): Temporal.Instant | null => (INSTANT.test(text) ? parsed(() => Temporal.Instant.from(text)) : null);

const move = z
  .strictObject({
    to: z
      .string({ error: 'An instant in UTC, such as 2026-11-20T16:00:00Z.' })
      .refine((text) => instantOf(text) !== null, { error: 'An instant in UTC, such as 2026-11-20T16:00:00Z.' })
      .refine((text) => instantOf(text) === null || spelled(Temporal.Instant.from(text)) <= LATEST, {
        error: 'The clock goes to the end of the year 2100.',
      })
      .optional(),
    advance: z
      .string({ error: 'An ISO 8601 duration such as P1D or PT90M.' })
      .refine((text) => (durationOf(text)?.sign ?? -1) >= 0, {
        error: 'An ISO 8601 duration such as P1D or PT90M, and not a negative one.',
      })
      .optional(),
  })
  .refine((body) => (body.to === undefined) !== (body.advance === undefined), { error: WHICH, path: ['to'] });

const shown = z.object({ now: z.string() });
const spelled = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' });

/** The instant to move the clock to. Calendar units such as a month are counted in UTC. @throws Refusal 422 after the year 2100 */
function target(now: string, { to, advance }: z.output<typeof move>): string {
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
export const clockRoutes = ({ clock, move: moveClock }: DevPorts): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/dev/clock',
    tag: 'Development',
    summary: "The program's clock",
    access: 'anyone',
    replies: { 200: { description: 'Where it stands.', schema: shown } },
    handle: async ({ context }) => {
      loopbackOnly(context);
      return json(200, { now: clock.now() }, { 'Cache-Control': 'no-store' });
    },
  }),
  route({
    method: 'POST',
    path: '/dev/clock',
    tag: 'Development',
    summary: "Move the program's clock forward",
    access: 'anyone',
    body: jsonBody(move),
    replies: { 200: { description: 'All that fell due on the way has happened, and can be read.', schema: shown } },
    refusals: ['conflict'],
    handle: async ({ context, body }) => {
      loopbackOnly(context);
      return json(200, { now: await moveClock((now) => target(now, body)) });
    },
  }),
];
