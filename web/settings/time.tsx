import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { timeInField } from '../../src/contracts/words/phrases/date-field.ts';
import { addDays, weekdayOf } from '../../src/contracts/words/phrases/days.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { accountabilityQuery, notificationsQuery, type Tagged, type TimeSettings, timeQuery, updateTime } from '../api/settings.ts';
import { daysBetween, offsetOf } from '../lib/calendar.ts';
import { dayWord, plainDate, shortDate, WEEKDAYS, weekdayName } from '../lib/words.ts';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { Loaded, SettingsFrame } from './frame.tsx';
import { SaveBar, useSettingsForm } from './settings-form.tsx';
import { Vacations } from './vacations.tsx';

type Day = TimeSettings['todoReminderDay'];

const dayLabel = (day: Day): string => day.charAt(0).toUpperCase() + day.slice(1);

/** The next local date on that weekday (or on any day) on which the time is still ahead. */
export function nextOn(day: Day, time: string, clock: { readonly today: string; readonly time: string }): string {
  const first = time > clock.time ? clock.today : addDays(clock.today, 1);
  if (day === 'everyday') return first;
  const wanted = WEEKDAYS.findIndex((name) => name.toLowerCase() === day) + 1;
  return addDays(first, (wanted - weekdayOf(first) + 7) % 7);
}

/** A date and a time in words: 'today, Thu 19 Nov, 18:00', 'tomorrow, Fri 20 Nov, 08:00', 'Monday 23 November, 08:00'. */
export function occurrenceWords(date: string, time: string, today: string): string {
  const away = daysBetween(today, date);
  return away < 2
    ? `${dayWord(date, today)}, ${shortDate(date, today)}, ${time}`
    : `${weekdayName(date)} ${plainDate(date, today)}, ${time}`;
}

/** A time of day (`HH:MM`) some minutes later. It wraps at midnight. */
export function later(time: string, minutes: number): string {
  const all = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + minutes) % 1_440;
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
}

const TIME_NAMES = ['todoReminderTime', 'weeklyReportTime', 'weeklyAssessmentTime'] as const;
export type TimeName = (typeof TIME_NAMES)[number];

/** The settings as the form holds them, with times and hours as typed. */
export type TimeDraft = Omit<TimeSettings, 'proofSubmissionDeadlineHours'> & { readonly proofSubmissionDeadlineHours: string };
export type TimeFaults = Partial<Record<TimeName | 'proofSubmissionDeadlineHours', string>>;

export const draftOf = (value: TimeSettings): TimeDraft => ({
  ...value,
  proofSubmissionDeadlineHours: String(value.proofSubmissionDeadlineHours),
});

const hoursIn = (typed: string): number | null => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null);

export function faultsOf(draft: TimeDraft): TimeFaults {
  const faults: TimeFaults = {};
  for (const name of TIME_NAMES)
    if (timeInField(draft[name]) === null)
      faults[name] = draft[name].trim() === '' ? 'A time is required.' : "Not a time. Try '17', '5pm' or '17:30'.";
  const given = hoursIn(draft.proofSubmissionDeadlineHours);
  if (given === null || given < 1 || given > 720) faults.proofSubmissionDeadlineHours = 'From 1 to 720 hours.';
  return faults;
}

/** The body of a request for a draft without faults. It is the whole object. */
export const bodyOf = (draft: TimeDraft): TimeSettings => ({
  ...draft,
  ...Object.fromEntries(TIME_NAMES.map((name) => [name, timeInField(draft[name]) ?? draft[name]])),
  proofSubmissionDeadlineHours: Number(draft.proofSubmissionDeadlineHours),
});

interface TimeFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
  readonly onLeave: () => void;
}

/** A field for a required time, as typed: '8', '5pm' or '17:30'. */
const TimeField = ({ value, error, onChange, onLeave }: TimeFieldProps) => (
  <Field label="Time" error={error} className="set-time">
    <Input
      autoComplete="off"
      value={value}
      trail={<Icon of={Clock} />}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  </Field>
);

const DAY_OPTIONS = WEEKDAYS.map((label) => ({ value: label.toLowerCase() as Lowercase<typeof label>, label }));

export function Time() {
  const query = useQuery(timeQuery());
  const { zone, now } = useOwnerClock();
  return (
    <SettingsFrame
      title="Time & Deadlines"
      sub={
        <>
          All times are yours: {zone}, {offsetOf(now, zone)} today.{' '}
          <Link className="link" to="/profile">
            Change zone
          </Link>
        </>
      }
    >
      <Loaded query={query} failed="Failed to load time settings." loading="Loading time settings" lines={12}>
        {(loaded) => (
          <>
            <TimeForm loaded={loaded} />
            <Vacations />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

function TimeForm({ loaded }: { loaded: Tagged<TimeSettings> }) {
  const own: Tagged<TimeDraft> = { value: draftOf(loaded.value), etag: loaded.etag };
  const form = useSettingsForm(own, 'time', (draft: TimeDraft, etag) => updateTime(bodyOf(draft), etag));
  const [shown, setShown] = useState<Readonly<Record<string, boolean>>>({});
  const draft = form.values;
  const faults = faultsOf(draft);
  const errorOf = (name: keyof typeof faults) => (shown.all || shown[name] ? faults[name] : undefined) ?? form.fault?.fields[name];
  const show = (name: string) => setShown((before) => ({ ...before, [name]: true }));
  const time = (name: TimeName) => (
    <TimeField
      value={draft[name]}
      error={errorOf(name)}
      onChange={(value) => form.set({ [name]: value })}
      onLeave={() => {
        show(name);
        const read = timeInField(draft[name]);
        if (read !== null && read !== draft[name]) form.set({ [name]: read });
      }}
    />
  );
  const day = (name: 'weeklyReportDay' | 'weeklyAssessmentDay') => (
    <Field label="Day" error={form.fault?.fields[name]} className="set-day">
      <Select value={draft[name]} options={DAY_OPTIONS} onChange={(value) => form.set({ [name]: value })} />
    </Field>
  );

  function discard() {
    setShown({});
    form.discard();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    show('all');
    if (Object.keys(faults).length === 0) form.save(draft);
  }
  return (
    <form noValidate onSubmit={submit}>
      <Note tone="review">A change counts from the next occurrence that has not fired yet. Deadlines that were computed stay.</Note>
      <SettingsBlock title="Daily To-Do Reminder" text="If the day has nothing on it 30 minutes later, your partner hears of it.">
        <div className="set-row">
          <Field label="Day" className="set-day">
            <Input value={dayLabel(draft.todoReminderDay)} disabled readOnly />
          </Field>
          {time('todoReminderTime')}
        </div>
        <ReminderHint draft={draft} />
      </SettingsBlock>
      <SettingsBlock
        title="Proof Submission Deadline"
        text="How long after the due time a proof may still come in. The last instant is inside."
      >
        <Field label="Hours" error={errorOf('proofSubmissionDeadlineHours')} className="set-hours">
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.proofSubmissionDeadlineHours}
            trail={<span className="s2 q3">hours</span>}
            onChange={(event) => form.set({ proofSubmissionDeadlineHours: event.target.value })}
            onBlur={() => show('proofSubmissionDeadlineHours')}
          />
        </Field>
      </SettingsBlock>
      <SettingsBlock title="Weekly Report" text="Numbers and pictures of the week, to you and as a summary to your partner.">
        <div className="set-row">
          {day('weeklyReportDay')}
          {time('weeklyReportTime')}
        </div>
        <WeeklyHint day={draft.weeklyReportDay} time={draft.weeklyReportTime} />
      </SettingsBlock>
      <SettingsBlock title="Weekly Assessment" text="What went well, what slipped, and what to promise next week.">
        <div className="set-row">
          {day('weeklyAssessmentDay')}
          {time('weeklyAssessmentTime')}
        </div>
        <WeeklyHint day={draft.weeklyAssessmentDay} time={draft.weeklyAssessmentTime} />
      </SettingsBlock>
      <SaveBar changed={form.changed} saving={form.saving} fault={form.fault} onDiscard={discard} />
    </form>
  );
}

function ReminderHint({ draft }: { draft: TimeDraft }) {
  const clock = useOwnerClock();
  const notifications = useQuery(notificationsQuery()).data?.value;
  const partner = useQuery(accountabilityQuery()).data?.value;
  const time = timeInField(draft.todoReminderTime);
  if (time === null) return null;
  if (notifications && !notifications.taskReminders)
    return (
      <p className="hint">
        Task reminders are off in{' '}
        <Link className="link" to="/settings/notifications">
          Notifications
        </Link>
        , so nothing is sent.
      </p>
    );
  const next = occurrenceWords(nextOn(draft.todoReminderDay, time, clock), time, clock.today);
  return (
    <p className="hint">
      Next: {next}
      {partner?.partnerStatus === 'accepted' && `. Your partner at ${later(time, 30)}.`}
    </p>
  );
}

function WeeklyHint({ day, time }: { day: TimeSettings['weeklyReportDay']; time: string }) {
  const clock = useOwnerClock();
  const off = useQuery(notificationsQuery()).data?.value.weeklyReports === false;
  const read = timeInField(time);
  if (read === null) return null;
  if (off)
    return (
      <p className="hint">
        Weekly reports are off in{' '}
        <Link className="link" to="/settings/notifications">
          Notifications
        </Link>
        , so none is mailed to you.
      </p>
    );
  return <p className="hint">Next: {occurrenceWords(nextOn(day, read, clock), read, clock.today)}</p>;
}
