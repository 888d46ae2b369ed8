import { readConfig } from '../../src/config/config.ts';
import { accountDecider } from '../../src/domain/account/decide.ts';
import { accountStream } from '../../src/domain/account/events.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
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

/** An account in Berlin, which has its reminders at the usual times. `remindedByMail`: false: they are recorded, and no mail is sent. */
export async function confirm({ app }: Assembled, owner: string, { remindedByMail }: { readonly remindedByMail: boolean }): Promise<void> {
  await app.keys.createKey(owner);
  const context = { owner, actor: { kind: 'user', id: owner }, correlationId: owner, causationId: null } as const;
  const identity = { email: `${owner}@example.org`, full_name: owner };
  const stream = accountStream(owner);
  await handle(app, accountDecider, stream, { type: 'Register', addressKey: owner, timezone: 'Europe/Berlin', identity }, context);
  await handle(app, accountDecider, stream, { type: 'Confirm' }, context);
  const set = { task_reminders: remindedByMail };
  await handle(app, accountDecider, stream, { type: 'ChangeSettings', group: 'notifications', set, if_match: null }, context);
}

/** Lets 24 hours pass, with all the work that falls due in them. */
export const passDay = ({ timekeeper }: Assembled) =>
  timekeeper.move((now) => Temporal.Instant.from(now).add({ hours: 24 }).toString({ fractionalSecondDigits: 3 }));
