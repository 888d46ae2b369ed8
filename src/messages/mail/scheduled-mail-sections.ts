import { clockTime, day, fullDate, period, shortDate, weekday, zoned } from '../../reports/model/dates.ts';
import type { Tone } from '../../reports/model/report-model.ts';
import { number } from '../../reports/model/words.ts';
import type { Block, SheetRow } from './sheet-mail.ts';
import { suggestionFor, type WeekNumbers } from './suggestion.ts';

/** The facts about one reminder at the moment when its mail is composed. */
export interface ReminderFacts {
  /** The local date (`YYYY-MM-DD`) for which nothing was planned. */
  readonly date: string;
  /** The instant at which the partner is notified; null if nobody will be. */
  readonly escalates_at: string | null;
  /** The partner's name; null if there is no partner. */
  readonly partner: string | null;
  /** How the escalation ended; null if its time has not come yet. */
  readonly escalation: 'escalated' | 'filled' | 'off' | 'vacation' | 'no_partner' | null;
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
export interface MailSection {
  readonly subject: string;
  readonly blocks: readonly Block[];
}
interface MailContext {
  readonly origin: string;
  readonly zone: string;
}

/** A mail lists at most this many rows. The report has all of them. */
const MAX_ROWS = 12;

const timeIn = (instant: string, zone: string): string => `${clockTime(zoned(instant, zone))} (${zone})`;

/** The section about a day for which nothing is planned and which is not over yet. */
export function reminderSection(facts: ReminderFacts, { origin, zone }: MailContext): MailSection {
  const date = day(facts.date);
  const { partner, escalation, escalates_at } = facts;
  const name = partner === null || partner === '' ? 'Your partner' : partner;
  const then =
    escalation === 'escalated'
      ? `${name} was told.`
      : partner !== null && escalates_at !== null
        ? `${name} is told at ${timeIn(escalates_at, zone)}, if it is still so by then.`
        : '';
  return {
    subject: `Nothing is planned for ${weekday(date)}`,
    blocks: [
      { heading: 'What do you promise today?' },
      { text: `Nothing is planned for ${fullDate(date)}. ${then}`.trim() },
      { button: { label: 'Write down a promise', url: `${origin}/dashboard` } },
      { small: 'If nothing is due, press ‘Nothing due today’ there.' },
    ],
  };
}

/** How many of the planned tasks were kept, as in the report. Skipped ones are named, so that nobody takes them for missed. */
function keptSummary({ planned, kept, skipped }: WeekNumbers['counts']): string {
  if (skipped === planned) return `all ${number(skipped)} skipped`;
  return `${number(kept)} of ${number(planned)} kept${skipped === 0 ? '' : `, ${number(skipped)} skipped`}`;
}

const countFigures = ({ counts }: Pick<WeekNumbers, 'counts'>): Block => ({
  figures: [
    { value: number(counts.kept), label: `kept of ${number(counts.planned)}` },
    { value: number(counts.missed), label: 'missed' },
    { value: number(counts.skipped), label: 'skipped' },
    { value: number(counts.postponed), label: 'postponed' },
  ],
});

const weekName = ({ from, to }: Pick<WeekFacts, 'from' | 'to'>): string => period(day(from), day(to), true);

/** The section of the weekly report: its figures, and the link to the report in the program. */
export function reportSection(week: Pick<WeekFacts, 'counts' | 'from' | 'to'>, origin: string): MailSection {
  const { counts, from } = week;
  const title = `Week ${day(from).weekOfYear ?? ''}`.trim();
  return {
    subject: `${title}: ${keptSummary(counts)}`,
    blocks: [
      { heading: `${title}: ${keptSummary(counts)}` },
      { text: `${weekName(week)}. ${openSummary(counts.open)}`.trim() },
      countFigures(week),
      { button: { label: 'Open the report', url: `${origin}/report?week=${from}` } },
      { small: 'The whole report is attached as a PDF.' },
    ],
  };
}

/** The section of the weekly assessment: the figures, what slipped, and one suggestion with its reason. */
export function assessmentSection(week: WeekFacts, { origin, zone }: MailContext): MailSection {
  const { counts } = week;
  const { advice, because } = suggestionFor(week);
  const more = week.slipped.length - MAX_ROWS;
  return {
    subject: `Your assessment: ${keptSummary(counts)}`,
    blocks: [
      { heading: 'What became of your promises' },
      { text: `${weekName(week)}: ${number(counts.planned)} promised, ${number(counts.kept)} kept. ${openSummary(counts.open)}`.trim() },
      countFigures(week),
      { subheading: 'What slipped, and when it was due' },
      ...(week.slipped.length === 0
        ? [{ text: 'Nothing did.' }]
        : [{ rows: week.slipped.slice(0, MAX_ROWS).map((one) => slippedRow(one, zone, day(week.to).year)) }]),
      ...(more > 0 ? [{ small: `And ${number(more)} more, in the report.` }] : []),
      { subheading: 'One suggestion' },
      { text: advice },
      { small: `It rests on this: ${because}` },
      { button: { label: 'Plan the next days', url: `${origin}/todo` } },
    ],
  };
}

const openSummary = (open: number): string => (open === 0 ? '' : `${number(open)} ${open === 1 ? 'is' : 'are'} still open.`);

const SLIPPED_WORDS: Readonly<Record<SlippedTask['status'], { mark: string; tone: Tone; word: string }>> = {
  missed: { mark: '✕', tone: 'missed', word: 'Missed' },
  late: { mark: '✕', tone: 'due', word: 'Done late' },
  skipped: { mark: '/', tone: 'quiet', word: 'Skipped' },
};

function slippedRow({ title, due_at, timed, status, reason }: SlippedTask, zone: string, year: number): SheetRow {
  const at = zoned(due_at, zone);
  const { mark, tone, word } = SLIPPED_WORDS[status];
  const when = `${shortDate(at.toPlainDate(), year)}, ${timed ? clockTime(at) : 'end of the day'}`;
  return { mark, tone, what: title, when, state: reason === '' ? word : `${word}: ${reason}` };
}

const ESCALATION_WORDS: Readonly<Record<NonNullable<ReminderFacts['escalation']>, string>> = {
  escalated: 'Your partner was told',
  filled: 'Filled later',
  off: 'Nobody was told',
  vacation: 'Nobody was told',
  no_partner: 'Nobody was told',
};

/** The section that lists reminders of days that are already over. */
export function passedRemindersSection(passed: readonly ReminderFacts[]): MailSection {
  const year = passed.map(({ date }) => day(date).year).at(-1) ?? 0;
  const more = passed.length - MAX_ROWS;
  const rows = passed.slice(-MAX_ROWS).map(
    ({ date, escalation }): SheetRow => ({
      mark: '–',
      tone: 'quiet',
      what: shortDate(day(date), year),
      when: 'Nothing was planned',
      state: escalation === null ? '' : ESCALATION_WORDS[escalation],
    }),
  );
  return {
    subject: 'What you were not told in time',
    blocks: [
      { heading: 'What you were not told in time' },
      { text: 'Vouch could not be reached for a while. These reminders came and went meanwhile.' },
      { rows },
      ...(more > 0 ? [{ small: `And ${number(more)} before them.` }] : []),
    ],
  };
}
