import type { App } from '../../app/app.ts';
import type { Partner } from '../../app/partner/partner-messages.ts';
import { wordsOf } from '../../app/partner/partner-summary.ts';
import { fullDate, period, plural, shortDate } from '../../contracts/words/format.ts';
import { oneLine } from '../../contracts/words/naming.ts';
import { countedWord } from '../../contracts/words/task-state.ts';
import type { ToPartner } from '../../domain/delivery/events.ts';
import { required } from '../../domain/kernel/records.ts';
import { type MessageParties, type MessageRow, type PartnerMessage, type PartnerMessageKind, partnerWording } from './message.ts';

export interface NoticeContent {
  readonly dates: readonly string[];
  readonly tasks: readonly { readonly task_id: string; readonly date: string; readonly status: 'missed' | 'late' | 'skipped' }[];
  /** Titles and reasons by task id; null if the owner shares only counts. */
  readonly words: ReadonlyMap<string, { readonly title: string; readonly reason: string | null }> | null;
}

interface Notice {
  readonly when: string;
  readonly one_day: boolean;
  readonly missed: number;
  readonly skipped: number;
  /** '2 promises were', '1 was'. */
  readonly promises_were: string;
  readonly others_were: string;
}
const said = partnerWording<Notice>('notice.hbs');

/** The notice of what was missed and skipped on days that are closed. */
export function noticeMessage(parties: MessageParties, { dates, tasks, words }: NoticeContent): PartnerMessage {
  const [first, last] = [required(dates[0], 'date of a notice'), required(dates.at(-1), 'date of a notice')];
  const isOneDay = first === last;
  const skipped = tasks.filter(({ status }) => status === 'skipped').length;
  const missed = tasks.length - skipped;
  const rows = tasks.map(({ task_id, date, status }) => ({
    title: oneLine(words?.get(task_id)?.title ?? ''),
    state: countedWord(status),
    reason: status === 'skipped' ? oneLine(words?.get(task_id)?.reason ?? '') : '',
    tone: status === 'skipped' ? 'quiet' : 'missed',
    when: isOneDay ? '' : shortDate(date, first),
  })) satisfies MessageRow[];
  const message = said(parties, {
    when: isOneDay ? fullDate(first) : period(first, last, true),
    one_day: isOneDay,
    missed,
    skipped,
    promises_were: plural(missed, 'promise was', 'promises were'),
    others_were: plural(skipped, 'was', 'were'),
  });
  return { ...message, rows: words === null ? [] : rows };
}

/** The notice about the tasks that a delivery names. It has titles only if the owner shares them. */
export async function dayNotice(
  app: App,
  { dates, tasks }: ToPartner,
  { state }: Partner,
  parties: MessageParties,
): Promise<PartnerMessage> {
  const ids = tasks.map(({ task_id }) => task_id);
  const words = state.detail === 'titles' ? await wordsOf(app, state.user_id, ids) : null;
  return noticeMessage(parties, { dates, tasks, words });
}

/** Says what was missed, skipped or done late on a day. */
export const partnerNotice: PartnerMessageKind = { kind: 'partner_notice', goesTo: 'accepted', compose: dayNotice };
