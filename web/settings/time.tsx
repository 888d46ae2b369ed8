import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { timeSettings } from '../../src/contracts/settings.ts';
import { clockTime, dayWord, plainDate, shortDate, WEEKDAYS, weekdayName } from '../../src/contracts/words/format.ts';
import { timeInField } from '../../src/contracts/words/phrases/date-field.ts';
import { addDays, daysBetween, weekdayOf } from '../../src/contracts/words/phrases/days.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { accountabilityQuery, notificationsQuery, type Tagged, type TimeSettings, timeQuery, updateTime } from '../api/settings.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import type { CallForm } from '../forms/use-call-form.ts';
import { offsetOf } from '../lib/calendar.ts';
import fieldStyles from '../ui/field.module.css';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import textStyles from '../ui/text.module.css';
import { Loaded, SettingsFrame } from './frame.tsx';
import styles from './settings-form.module.css';
import { SaveBar, useSettingsForm } from './settings-form.tsx';
import { Vacations } from './vacations.tsx';

type Day = TimeSettings['todoReminderDay'];

const dayLabel = (day: Day): string => day.charAt(0).toUpperCase() + day.slice(1);

/** The next local date on that weekday (or any day) at which the time has not passed yet. */
export function nextOn(day: Day, time: string, clock: { readonly today: string; readonly time: string }): string {
  const first = time > clock.time ? clock.today : addDays(clock.today, 1);
  if (day === 'everyday') return first;
  const wanted = WEEKDAYS.findIndex((name) => name.toLowerCase() === day) + 1;
  return addDays(first, (wanted - weekdayOf(first) + 7) % 7);
}

/** For example 'today, Thu 19 Nov, 18:00', 'tomorrow, Fri 20 Nov, 08:00', 'Monday 23 November, 08:00'. */
export function occurrenceWords(date: string, time: string, today: string): string {
  const away = daysBetween(today, date);
  return away < 2
    ? `${dayWord(date, today)}, ${shortDate(date, today)}, ${clockTime(time)}`
    : `${weekdayName(date)} ${plainDate(date, today)}, ${clockTime(time)}`;
}

/** `time` is `HH:MM`. The result wraps at midnight. */
export function later(time: string, minutes: number): string {
  const all = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + minutes) % 1_440;
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
}

/** A required time as the person types it: '8', '5pm' or '17:30'. */
const time = z.string().transform((typed, { addIssue }) => {
  const read = timeInField(typed);
  if (read !== null) return read;
  addIssue({ code: 'custom', message: typed.trim() === '' ? 'A time is required.' : "Not a time. Try '17', '5pm' or '17:30'." });
  return z.NEVER;
});
const HOURS = { error: 'From 1 to 720 hours.' };

/** Times and hours are as typed. The output is the complete settings object. */
export const TIME = z.object({
  todoReminderDay: timeSettings.shape.todo_reminder_day,
  todoReminderTime: time,
  proofSubmissionDeadlineHours: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, HOURS)
    .transform(Number)
    .pipe(z.number().min(1, HOURS).max(720, HOURS)),
  weeklyReportDay: timeSettings.shape.weekly_report_day,
  weeklyReportTime: time,
  weeklyAssessmentDay: timeSettings.shape.weekly_assessment_day,
  weeklyAssessmentTime: time,
});
type TypedTime = z.input<typeof TIME>;
type TimeForm = CallForm<TypedTime, TimeSettings>;

export const asTyped = (value: TimeSettings): TypedTime => ({
  ...value,
  proofSubmissionDeadlineHours: String(value.proofSubmissionDeadlineHours),
});

interface TimeFieldProps {
  readonly form: TimeForm;
  readonly name: 'todoReminderTime' | 'weeklyReportTime' | 'weeklyAssessmentTime';
}

/** When the field loses the focus, a valid time is written as `HH:MM`. */
const TimeField = ({ form, name }: TimeFieldProps) => (
  <FormField form={form} name={name} label="Time" className={styles.time}>
    {({ ref: _, onBlur, ...field }) => (
      <Input
        {...field}
        autoComplete="off"
        trail={<Icon of={Clock} />}
        onBlur={() => {
          onBlur();
          const read = timeInField(field.value);
          if (read !== null && read !== field.value) field.onChange(read);
        }}
      />
    )}
  </FormField>
);

interface DayFieldProps {
  readonly form: TimeForm;
  readonly name: 'weeklyReportDay' | 'weeklyAssessmentDay';
}

const DayField = ({ form, name }: DayFieldProps) => (
  <FormField form={form} name={name} label="Day" className={styles.day}>
    {({ value, onChange }) => <Select value={value} options={DAY_OPTIONS} onChange={onChange} />}
  </FormField>
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
          <Link className={textStyles.link} to="/profile">
            Change zone
          </Link>
        </>
      }
    >
      <Loaded query={query} failed="Failed to load time settings." loading="Loading time settings" lines={12}>
        {(loaded) => (
          <>
            <TimeSettingsForm loaded={loaded} />
            <Vacations />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

function TimeSettingsForm({ loaded }: { loaded: Tagged<TimeSettings> }) {
  const { form, bar } = useSettingsForm(
    'time',
    { resolver: checkedAsTyped(TIME), values: asTyped(loaded.value), etag: loaded.etag },
    updateTime,
    asTyped,
  );
  const typed = form.watch();
  return (
    <form {...form.attributes}>
      <Note tone="review">A change counts from the next occurrence that has not fired yet. Deadlines that were computed stay.</Note>
      <SettingsBlock title="Daily To-Do Reminder" text="If the day has nothing on it 30 minutes later, your partner hears of it.">
        <div className={styles.row}>
          <Field label="Day" className={styles.day}>
            <Input value={dayLabel(typed.todoReminderDay)} disabled readOnly />
          </Field>
          <TimeField form={form} name="todoReminderTime" />
        </div>
        <ReminderHint draft={typed} />
      </SettingsBlock>
      <SettingsBlock
        title="Proof Submission Deadline"
        text="How long after the due time a proof may still come in. The last instant is inside."
      >
        <FormField form={form} name="proofSubmissionDeadlineHours" label="Hours" className={styles.number}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            trail={<span className={clsx(textStyles.small, textStyles.faint)}>hours</span>}
            {...form.register('proofSubmissionDeadlineHours')}
          />
        </FormField>
      </SettingsBlock>
      <SettingsBlock title="Weekly Report" text="Numbers and pictures of the week, to you and as a summary to your partner.">
        <div className={styles.row}>
          <DayField form={form} name="weeklyReportDay" />
          <TimeField form={form} name="weeklyReportTime" />
        </div>
        <WeeklyHint day={typed.weeklyReportDay} time={typed.weeklyReportTime} />
      </SettingsBlock>
      <SettingsBlock title="Weekly Assessment" text="What went well, what slipped, and what to promise next week.">
        <div className={styles.row}>
          <DayField form={form} name="weeklyAssessmentDay" />
          <TimeField form={form} name="weeklyAssessmentTime" />
        </div>
        <WeeklyHint day={typed.weeklyAssessmentDay} time={typed.weeklyAssessmentTime} />
      </SettingsBlock>
      <SaveBar {...bar} />
    </form>
  );
}

function ReminderHint({ draft }: { draft: TypedTime }) {
  const clock = useOwnerClock();
  const notifications = useQuery(notificationsQuery()).data?.value;
  const partner = useQuery(accountabilityQuery()).data?.value;
  const time = timeInField(draft.todoReminderTime);
  if (time === null) return null;
  if (notifications && !notifications.taskReminders)
    return (
      <p className={fieldStyles.hint} data-part="hint">
        Task reminders are off in{' '}
        <Link className={textStyles.link} to="/settings/notifications">
          Notifications
        </Link>
        , so nothing is sent.
      </p>
    );
  const next = occurrenceWords(nextOn(draft.todoReminderDay, time, clock), time, clock.today);
  return (
    <p className={fieldStyles.hint} data-part="hint">
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
      <p className={fieldStyles.hint} data-part="hint">
        Weekly reports are off in{' '}
        <Link className={textStyles.link} to="/settings/notifications">
          Notifications
        </Link>
        , so none is mailed to you.
      </p>
    );
  return (
    <p className={fieldStyles.hint} data-part="hint">
      Next: {occurrenceWords(nextOn(day, read, clock), read, clock.today)}
    </p>
  );
}
