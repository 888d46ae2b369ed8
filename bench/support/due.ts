import { readConfig } from '../../src/config/config.ts';
import { startClock } from '../../src/jobs/clock.ts';
import type { Mailer } from '../../src/ports/mailer.ts';
import { type Assembled, assemble } from '../../src/wiring/assemble.ts';

const START = '2026-11-23T20:00:00.000Z';
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A program on files whose clock begins in the evening of a Monday and is only moved. `send`: called with each mail. */
export async function programWith(folder: string, send: () => void = () => undefined): Promise<Assembled> {
  const file = { read: () => null, write: () => undefined };
  const clock = startClock({ file, real: () => Date.parse(START), newest: null, at: null });
  const mailer: Mailer = {
    send: async () => {
      send();
      return { message_id: 'none' };
    },
    close: async () => undefined,
  };
  return assemble({ config: readConfig({ VOUCH_DATA: folder }), log: SILENT, clock, mailer });
}

/** Lets 24 hours pass, with all the work that falls due in them. */
export const passDay = ({ timekeeper }: Assembled) =>
  timekeeper.move((now) => Temporal.Instant.from(now).add({ hours: 24 }).toString({ fractionalSecondDigits: 3 }));
