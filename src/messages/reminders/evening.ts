import { type EveningTask, eveningTasks } from '../../app/push/evening.ts';
import { fullDate, number, plural, pluralWord } from '../../contracts/words/format.ts';
import { markWord } from '../../contracts/words/marks.ts';
import { localDate, localTime } from '../../domain/calendar/local.ts';
import { account } from '../../projections/account/accounts.ts';
import type { SheetRow } from '../mail/mail.ts';
import { type ComposeOrNothing, recipientOf } from '../mail/mail.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { unsubscribeHeaders } from '../mail/unsubscribe.ts';
import { wording } from '../mail/wording.ts';

interface Evening {
  readonly still_open: string;
  readonly date: string;
  readonly open: readonly SheetRow[];
  readonly missed: readonly SheetRow[];
  /** How many more are open; null: none. */
  readonly more: string | null;
  readonly url: string;
  readonly address: string;
  readonly zone: string;
  readonly notifications: string;
}
const evening = wording<Evening>(import.meta.url, 'evening.hbs');

/** A mail lists at most this many rows of each kind. */
const MAX_ROWS = 12;

/** What is still open today, and what was missed. Nothing is sent if all of it was decided meanwhile. */
export const eveningMail: ComposeOrNothing = async (ports, id, state) => {
  const { app, origin } = ports;
  const { user_id: owner } = state;
  const [to, found] = await Promise.all([recipientOf(ports, state), account(app.views, owner)]);
  if (to === null || !found) return null;
  const zone = found.doc.timezone;
  const date = localDate(app.clock.now(), zone);
  const { open, missed } = await eveningTasks(app, owner, date);
  if (open.length === 0) return 'nothing';
  const notifications = `${origin()}/settings/notifications`;
  const mail = renderSheetMail(
    evening({
      still_open: `${plural(open.length, 'promise')} ${pluralWord(open.length, 'is', 'are')} still open today`,
      date: fullDate(date),
      open: open.slice(0, MAX_ROWS).map((one) => row(one, zone, OPEN)),
      missed: missed.slice(0, MAX_ROWS).map((one) => row(one, zone, MISSED)),
      more: open.length > MAX_ROWS ? number(open.length - MAX_ROWS) : null,
      url: `${origin()}/close-of-day`,
      address: to.address,
      ...{ zone, notifications },
    }),
  );
  return { ...mail, to, headers: unsubscribeHeaders(ports, id) };
};

const OPEN = { mark: '☐', tone: 'due', state: '' } as const;
const MISSED = { mark: '✕', tone: 'missed', state: markWord('missed') } as const;

const row = ({ title, due_at }: EveningTask, zone: string, { mark, tone, state }: typeof OPEN | typeof MISSED): SheetRow => ({
  mark,
  tone,
  what: title,
  when: localTime(due_at, zone),
  state,
});
