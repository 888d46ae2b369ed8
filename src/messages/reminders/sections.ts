import { clockTime, fullDate, number, period, pluralWord, shortDate, shortMoment, weekdayName } from '../../contracts/words/format.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import { markWord } from '../../contracts/words/marks.ts';
import { localMoment, localTime } from '../../domain/calendar/local.ts';
import { day } from '../../reports/model/dates.ts';
import type { Tone } from '../../reports/model/report-model.ts';
import type { SheetFigure, SheetRow, Wording } from '../mail/mail.ts';
import { wording } from '../mail/wording.ts';
import { type Suggestion, suggestionFor, type WeekNumbers } from './suggestion.ts';

/** The facts about one reminder at the moment when its mail is composed. */
export interface ReminderFacts {
  /** The local date (`YYYY-MM-DD`) for which nothing was planned. */
  readonly date: string;
  /** The instant at which the partner is notified; null if nobody will be. */
  readonly escalates_at: string | null;
  /** The partner's name; null if there is no partner. */
  readonly partner: string | null;
  /** How the escalation ended; null if its time has not come yet. */
  readonly escalation: 'escalated' | 'filled' | 'off' | 'vacation' | 'rest_day' | 'no_partner' | null;
}

/** What was promised for some days, and what was kept of it. `from` and `to` are local dates, both included. */
export interface WeekFacts extends WeekNumbers {
  readonly from: string;
  readonly to: string;
  readonly slipped: readonly SlippedTask[];
}
export interface SlippedTask {
  readonly title: string;
  readonly due_at: string;
  /** True if it was due at a time of day, false if it was due by the end of its day. */
  readonly timed: boolean;
  readonly status: 'missed' | 'late' | 'skipped';
  readonly reason: string;
}
export type MailSection = Pick<Wording, 'subject' | 'blocks'>;
interface MailContext {
  readonly origin: string;
  readonly zone: string;
}

/** A mail lists at most this many rows. The report has all of them. */
const MAX_ROWS = 12;

const timeIn = (instant: string, zone: string): string => `${clockTime(localTime(instant, zone))} (${zone})`;

interface Reminder {
  readonly weekday: string;
  readonly date: string;
  readonly partner: string;
  /** Whether the partner was told. */
  readonly told: boolean;
  /** When the partner is told; null: nobody will be. */
  readonly told_at: string | null;
  readonly url: string;
}
const reminder = wording<Reminder>(import.meta.url, 'reminder.hbs');

/** The section about a day for which nothing is planned and which is not over yet. */
export function reminderSection(facts: ReminderFacts, { origin, zone }: MailContext): MailSection {
  const { date, partner, escalation, escalates_at } = facts;
  return reminder({
    weekday: weekdayName(date),
    date: fullDate(date),
    partner: partner === null || partner === '' ? 'Your partner' : partner,
    told: escalation === 'escalated',
    told_at: partner === null || escalates_at === null ? null : timeIn(escalates_at, zone),
    url: `${origin}/dashboard`,
  });
}

/** How many of the planned tasks were kept, as in the report. Skipped ones are named, so that nobody takes them for missed. */
function keptSummary({ planned, kept, skipped }: WeekNumbers['counts']): string {
  if (skipped === planned) return `all ${number(skipped)} skipped`;
  return `${number(kept)} of ${number(planned)} kept${skipped === 0 ? '' : `, ${number(skipped)} skipped`}`;
}

const countFigures = ({ counts }: Pick<WeekNumbers, 'counts'>): readonly SheetFigure[] => [
  { value: number(counts.kept), label: `kept of ${number(counts.planned)}` },
  { value: number(counts.missed), label: 'missed' },
  { value: number(counts.skipped), label: 'skipped' },
  { value: number(counts.postponed), label: 'postponed' },
];

/** Values that every section about a week uses. */
interface Week {
  readonly week: string;
  /** A sentence; empty: nothing is open. */
  readonly still_open: string;
  readonly counts: readonly SheetFigure[];
  readonly url: string;
}
const weekValues = (week: Pick<WeekFacts, 'counts' | 'from' | 'to'>): Omit<Week, 'url'> => ({
  week: period(week.from, week.to, true),
  still_open: openSummary(week.counts.open),
  counts: countFigures(week),
});

const report = wording<Week & { readonly title: string }>(import.meta.url, 'weekly-report.hbs');

/** The section of the weekly report: its figures, and the link to the report in the program. */
export function reportSection(week: Pick<WeekFacts, 'counts' | 'from' | 'to'>, origin: string): MailSection {
  const { counts, from } = week;
  const name = `Week ${day(from).weekOfYear ?? ''}`.trim();
  return report({ ...weekValues(week), title: `${name}: ${keptSummary(counts)}`, url: `${origin}/report?week=${from}` });
}

interface Assessment extends Week, Suggestion {
  readonly kept_of_planned: string;
  readonly planned: string;
  readonly kept: string;
  readonly slipped: readonly SheetRow[];
  /** How many more slipped; null: none. */
  readonly more: string | null;
}
const assessment = wording<Assessment>(import.meta.url, 'weekly-assessment.hbs');

/** The section of the weekly assessment: the figures, what slipped, and one suggestion with its reason. */
export function assessmentSection(week: WeekFacts, { origin, zone }: MailContext): MailSection {
  const { counts, slipped } = week;
  return assessment({
    ...weekValues(week),
    ...suggestionFor(week),
    kept_of_planned: keptSummary(counts),
    planned: number(counts.planned),
    kept: number(counts.kept),
    slipped: slipped.slice(0, MAX_ROWS).map((one) => slippedRow(one, zone, week.to)),
    more: moreThanShown(slipped),
    url: `${origin}/todo`,
  });
}

/** The number of rows that the mail leaves out; null: none. */
const moreThanShown = ({ length }: readonly unknown[]): string | null => (length > MAX_ROWS ? number(length - MAX_ROWS) : null);

const openSummary = (open: number): string => (open === 0 ? '' : `${number(open)} ${pluralWord(open, 'is', 'are')} still open.`);

const SLIPPED_MARKS: Readonly<Record<SlippedTask['status'], { mark: string; tone: Tone }>> = {
  missed: { mark: '✕', tone: 'missed' },
  late: { mark: '✕', tone: 'due' },
  skipped: { mark: '/', tone: 'quiet' },
};

function slippedRow({ title, due_at, timed, status, reason }: SlippedTask, zone: string, today: string): SheetRow {
  const at = localMoment(due_at, zone);
  const { mark, tone } = SLIPPED_MARKS[status];
  const word = markWord(status);
  const when = timed ? shortMoment(at, today) : `${shortDate(at.date, today)}, end of the day`;
  return { mark, tone, what: title, when, state: reason === '' ? word : sentence`${word}: ${reason}` };
}

const ESCALATION_WORDS: Readonly<Record<NonNullable<ReminderFacts['escalation']>, string>> = {
  escalated: 'Your partner was told',
  filled: 'Filled later',
  off: 'Nobody was told',
  vacation: 'Nobody was told',
  rest_day: 'Nobody was told',
  no_partner: 'Nobody was told',
};

const passedReminders = wording<{ readonly passed: readonly SheetRow[]; readonly more: string | null }>(
  import.meta.url,
  'passed-reminders.hbs',
);

/** The section that lists reminders of days that are already over. */
export function passedRemindersSection(passed: readonly ReminderFacts[]): MailSection {
  const last = passed.at(-1)?.date ?? '';
  const rows = passed.slice(-MAX_ROWS).map(
    ({ date, escalation }): SheetRow => ({
      mark: '–',
      tone: 'quiet',
      what: shortDate(date, last),
      when: 'Nothing was planned',
      state: escalation === null ? '' : ESCALATION_WORDS[escalation],
    }),
  );
  return passedReminders({ passed: rows, more: moreThanShown(passed) });
}
