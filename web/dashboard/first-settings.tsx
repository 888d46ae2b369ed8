import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listed, WEEKDAYS } from '../../src/contracts/words/format.ts';
import { messageOf } from '../api/problem.ts';
import { type Channels, channelsQuery, type Tagged, type TimeSettings, timeQuery, updateChannels, updateTime } from '../api/settings.ts';
import { Button } from '../ui/button.tsx';
import { TimeInput } from '../ui/date-picker.tsx';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import styles from './first-minutes.module.css';

/** The time of the reminder and the rest days, as they are until something is changed. */
export function FirstSettings({ onDone }: { onDone: () => void }) {
  const [time, channels] = [useQuery(timeQuery()), useQuery(channelsQuery())];
  const failed = [time, channels].find((query) => !query.data && query.error);
  return (
    <>
      <p className={textStyles.muted}>
        If nothing is planned for a day, a reminder comes at this time. On your rest days none comes, and nobody is told.
      </p>
      {failed?.error && (
        <ErrorState title={failed.error.message} onRetry={() => void failed.refetch()} retrying={failed.isFetching}>
          Your promise is safe.
        </ErrorState>
      )}
      {!failed && (!time.data || !channels.data) && <LinesSkeleton lines={4} label="Loading settings" />}
      {time.data && channels.data && <SettingsForm time={time.data} channels={channels.data} onDone={onDone} />}
      {failed && (
        <footer>
          <Button onClick={onDone}>Go on</Button>
        </footer>
      )}
    </>
  );
}

type Day = Channels['restDays'][number];
const DAYS = WEEKDAYS.map((name) => ({ name, day: name.toLowerCase() as Lowercase<typeof name> }));
const MOST_REST_DAYS = 6;

interface SettingsFormProps {
  readonly time: Tagged<TimeSettings>;
  readonly channels: Tagged<Channels>;
  readonly onDone: () => void;
}

function SettingsForm({ time, channels, onDone }: SettingsFormProps) {
  const client = useQueryClient();
  const [at, setAt] = useState<string | null>(time.value.todoReminderTime);
  const [rest, setRest] = useState<readonly Day[]>(channels.value.restDays);
  const isFull = rest.length >= MOST_REST_DAYS;
  const save = useMutation({
    mutationFn: async () => {
      if (at !== null && at !== time.value.todoReminderTime)
        client.setQueryData(timeQuery().queryKey, await updateTime({ todoReminderTime: at }, time.etag));
      if (rest.join() !== channels.value.restDays.join())
        client.setQueryData(channelsQuery().queryKey, await updateChannels({ restDays: [...rest] }, channels.etag));
    },
    onSuccess: onDone,
    // Another window may have changed them, and the next try must know the new version.
    onError: () => void Promise.all([timeQuery(), channelsQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
  const toggle = (day: Day) =>
    setRest(DAYS.map((one) => one.day).filter((one) => (one === day ? !rest.includes(day) : rest.includes(one))));
  const chosen = DAYS.filter(({ day }) => rest.includes(day)).map(({ name }) => name);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (at !== null && !event.currentTarget.querySelector('[data-unread]')) save.mutate();
      }}
    >
      <Field label="Reminder at" className={styles.time} error={at === null ? 'A time is required.' : undefined}>
        <TimeInput value={at} onChange={setAt} />
      </Field>
      <fieldset className={styles.choices}>
        <legend>Rest days</legend>
        {DAYS.map(({ name, day }) => (
          <button
            key={day}
            type="button"
            className={styles.chip}
            aria-pressed={rest.includes(day)}
            disabled={isFull && !rest.includes(day)}
            onClick={() => toggle(day)}
          >
            {name.slice(0, 3)}
          </button>
        ))}
      </fieldset>
      <Status as="p" className={styles.hint}>
        {chosen.length === 0 ? 'No rest days.' : `No reminder on ${listed(chosen)}.`}
      </Status>
      {save.error && (
        <Note tone="missed" alert title={messageOf(save.error)}>
          What you chose is still here. Save it again.
        </Note>
      )}
      <footer>
        <Button variant="primary" type="submit" busy={save.isPending} busyLabel="Saving...">
          Save
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Not now
        </Button>
      </footer>
    </form>
  );
}
