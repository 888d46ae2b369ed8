import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { timeInField } from '../../src/contracts/words/phrases/date-field.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { accountabilityQuery, notificationsQuery, type Tagged, type TimeSettings, timeQuery, updateTime } from '../api/settings.ts';
import { WEEKDAYS } from '../lib/words.ts';
import { offsetOf } from '../lib/zone.ts';
import { Field, Input } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { Loaded, SettingsFrame } from './frame.tsx';
import { dayLabel, later, nextOn, occurrenceWords } from './next-occurrence.ts';
import { SaveBar } from './save-bar.tsx';
import { bodyOf, draftOf, faultsOf, type TimeDraft, type TimeName } from './time-draft.ts';
import { TimeField } from './time-field.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import { Vacations } from './vacations.tsx';

const DAYS = WEEKDAYS.map((label) => ({ value: label.toLowerCase() as Lowercase<typeof label>, label }));

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
      <Select value={draft[name]} options={DAYS} onChange={(value) => form.set({ [name]: value })} />
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
