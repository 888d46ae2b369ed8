import { clockTime, day, fullDate, period, shortDate, weekday, zoned } from '../../reports/model/dates.ts';
import type { Tone } from '../../reports/model/report-model.ts';
import { number } from '../../reports/model/words.ts';
import type { Block, SheetRow } from './sheet-mail.ts';
import { suggestionFor, type WeekNumbers } from './suggestion.ts';

/** A reminder, as things stand when its mail is made. */
export interface ReminderTold {
  readonly date: string;
  /** The instant at which the partner is told; null: nobody is. */
  readonly escalates_at: string | null;
  /** Whom the partner's name names; null: there is none. */
  readonly partner: string | null;
  /** What became of the escalation, if it came already. */
  readonly escalation: 'escalated' | 'filled' | 'off' | 'vacation' | 'no_partner' | null;
}

/** What was promised for a stretch of days, and what became of it. */
export interface WeekTold extends WeekNumbers {
  readonly from: string;
  readonly to: string;
  readonly slipped: readonly SlippedTold[];
}
export interface SlippedTold {
  readonly title: string;
  readonly due_at: string;
  /** At a time of its own; else by the end of its day. */
  readonly timed: boolean;
  readonly status: 'missed' | 'late' | 'skipped';
  readonly reason: string;
}
export interface Section {
  readonly subject: string;
  readonly blocks: readonly Block[];
}
interface Place {
  readonly origin: string;
  readonly zone: string;
}

/** Nobody reads more in a mail; the report has them all. */
const MOST = 12;

const timeIn = (instant: string, zone: string): string => `${clockTime(zoned(instant, zone))} (${zone})`;

export function reminderSection(told: ReminderTold, { origin, zone }: Place): Section {
  const date = day(told.date);
  const { partner, escalation, escalates_at } = told;
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

/** Of all that was planned, as in the report; what was skipped is named, so that it is not read as missed. */
function keptWords({ planned, kept, skipped }: WeekNumbers['counts']): string {
  if (skipped === planned) return `all ${number(skipped)} skipped`;
  return `${number(kept)} of ${number(planned)} kept${skipped === 0 ? '' : `, ${number(skipped)} skipped`}`;
}

const figuresOf = ({ counts }: WeekNumbers): Block => ({
  figures: [
    { value: number(counts.kept), label: `kept of ${number(counts.planned)}` },
    { value: number(counts.missed), label: 'missed' },
    { value: number(counts.skipped), label: 'skipped' },
    { value: number(counts.postponed), label: 'postponed' },
  ],
});

const weekName = ({ from, to }: WeekTold): string => period(day(from), day(to), true);

export function reportSection(week: WeekTold, origin: string): Section {
  const { counts, from } = week;
  const title = `Week ${day(from).weekOfYear ?? ''}`.trim();
  return {
    subject: `${title}: ${keptWords(counts)}`,
    blocks: [
      { heading: `${title}: ${keptWords(counts)}` },
      { text: `${weekName(week)}. ${openWords(counts.open)}`.trim() },
      figuresOf(week),
      { button: { label: 'Open the report', url: `${origin}/report?week=${from}` } },
      { small: 'The whole report is attached as a PDF.' },
    ],
  };
}

export function assessmentSection(week: WeekTold, { origin, zone }: Place): Section {
  const { counts } = week;
  const { advice, because } = suggestionFor(week);
  const more = week.slipped.length - MOST;
  return {
    subject: `Your assessment: ${keptWords(counts)}`,
    blocks: [
      { heading: 'What became of your promises' },
      { text: `${weekName(week)}: ${number(counts.planned)} promised, ${number(counts.kept)} kept. ${openWords(counts.open)}`.trim() },
      figuresOf(week),
      { subheading: 'What slipped, and when it was due' },
      ...(week.slipped.length === 0
        ? [{ text: 'Nothing did.' }]
        : [{ rows: week.slipped.slice(0, MOST).map((one) => slippedRow(one, zone, day(week.to).year)) }]),
      ...(more > 0 ? [{ small: `And ${number(more)} more, in the report.` }] : []),
      { subheading: 'One suggestion' },
      { text: advice },
      { small: `It rests on this: ${because}` },
      { button: { label: 'Plan the next days', url: `${origin}/todo` } },
    ],
  };
}

const openWords = (open: number): string => (open === 0 ? '' : `${number(open)} ${open === 1 ? 'is' : 'are'} still open.`);

const SLIPPED: Readonly<Record<SlippedTold['status'], { mark: string; tone: Tone; word: string }>> = {
  missed: { mark: '✕', tone: 'missed', word: 'Missed' },
  late: { mark: '✕', tone: 'due', word: 'Done late' },
  skipped: { mark: '/', tone: 'quiet', word: 'Skipped' },
};

function slippedRow({ title, due_at, timed, status, reason }: SlippedTold, zone: string, year: number): SheetRow {
  const at = zoned(due_at, zone);
  const { mark, tone, word } = SLIPPED[status];
  const when = `${shortDate(at.toPlainDate(), year)}, ${timed ? clockTime(at) : 'end of the day'}`;
  return { mark, tone, what: title, when, state: reason === '' ? word : `${word}: ${reason}` };
}

const ESCALATED: Readonly<Record<NonNullable<ReminderTold['escalation']>, string>> = {
  escalated: 'Your partner was told',
  filled: 'Filled later',
  off: 'Nobody was told',
  vacation: 'Nobody was told',
  no_partner: 'Nobody was told',
};

/** Reminders of days that are over by now. */
export function passedSection(passed: readonly ReminderTold[]): Section {
  const year = passed.map(({ date }) => day(date).year).at(-1) ?? 0;
  const more = passed.length - MOST;
  const rows = passed.slice(-MOST).map(
    ({ date, escalation }): SheetRow => ({
      mark: '–',
      tone: 'quiet',
      what: shortDate(day(date), year),
      when: 'Nothing was planned',
      state: escalation === null ? '' : ESCALATED[escalation],
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
