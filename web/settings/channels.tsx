import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { listed, WEEKDAYS } from '../../src/contracts/words/format.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { type Channels, channelsQuery, type Tagged, updateChannels } from '../api/settings.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { Switch } from '../ui/choice.tsx';
import { TimeInput } from '../ui/date-picker.tsx';
import fieldStyles from '../ui/field.module.css';
import layoutStyles from '../ui/layout.module.css';
import { SettingsBlock } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import styles from './channels.module.css';
import { Devices } from './devices.tsx';
import { Loaded } from './frame.tsx';
import formStyles from './settings-form.module.css';
import { SaveBar, useSettingsForm } from './settings-form.tsx';
import { nextOn, occurrenceWords } from './time.tsx';

type Day = Channels['restDays'][number];
const DAYS = WEEKDAYS.map((name) => ({ name, day: name.toLowerCase() as Lowercase<typeof name> }));
const MOST_REST_DAYS = 6;

const time = z.string().nullable();
const CHANNELS = z
  .object({
    push: z.boolean(),
    eveningMail: z.boolean(),
    eveningTime: time,
    quietFrom: time,
    quietTo: time,
    restDays: z.string().transform((days) => DAYS.map(({ day }) => day).filter((day) => days.split(' ').includes(day))),
  })
  .transform(({ eveningTime, ...rest }, { addIssue }) => {
    const { quietFrom, quietTo } = rest;
    if (eveningTime === null) addIssue({ code: 'custom', message: 'A time is required.', path: ['eveningTime'] });
    const lacks = (name: 'quietFrom' | 'quietTo') => addIssue({ code: 'custom', message: 'Set both times, or neither.', path: [name] });
    if (quietFrom === null && quietTo !== null) lacks('quietFrom');
    if (quietFrom !== null && quietTo === null) lacks('quietTo');
    if (quietFrom !== null && quietFrom === quietTo)
      addIssue({ code: 'custom', message: 'They must end at another time than they begin.', path: ['quietTo'] });
    return { ...rest, eveningTime: eveningTime ?? '' };
  });
/** The rest days are one text, so that two choices can be compared. */
type Typed = z.input<typeof CHANNELS>;
const asTyped = ({ restDays, ...rest }: Channels): Typed => ({ ...rest, restDays: restDays.join(' ') });

/** By which way messages come, and when none should. */
export function ChannelSettings() {
  const query = useQuery(channelsQuery());
  return (
    <Loaded query={query} failed="Failed to load the ways of notifications." loading="Loading the ways of notifications">
      {(loaded) => <ChannelsForm loaded={loaded} />}
    </Loaded>
  );
}

function ChannelsForm({ loaded }: { loaded: Tagged<Channels> }) {
  const { form, bar } = useSettingsForm(
    'channels',
    { resolver: checkedAsTyped(CHANNELS), values: asTyped(loaded.value), etag: loaded.etag },
    updateChannels,
    asTyped,
  );
  const typed = form.watch();
  return (
    <form {...form.attributes} aria-label="Push, evening, quiet hours and rest days">
      <SettingsBlock title="Push" text="Shown by the browser or the phone, also when Vouch is closed." first>
        <div className={formStyles.toggles}>
          <Switch label="Push notifications" checked={typed.push} onChange={(on) => form.setValue('push', on)} />
        </div>
        <Devices />
      </SettingsBlock>
      <SettingsBlock title="Evening" text="What is still open, with time to do or move it before the day ends.">
        <FormField form={form} name="eveningTime" label="Time" className={styles.time}>
          {({ value, onChange }) => <TimeInput value={value} onChange={onChange} />}
        </FormField>
        <div className={formStyles.toggles}>
          <Switch
            label="By mail where no push can go out"
            checked={typed.eveningMail}
            onChange={(on) => form.setValue('eveningMail', on)}
          />
        </div>
      </SettingsBlock>
      <SettingsBlock title="Quiet hours" text="Pushes wait until they end, and are dropped if they are no longer true. Mails do not wait.">
        <div className={formStyles.row}>
          <FormField form={form} name="quietFrom" label="From" className={styles.time}>
            {({ value, onChange }) => <TimeInput value={value} onChange={onChange} placeholder="None" />}
          </FormField>
          <FormField form={form} name="quietTo" label="Until" className={styles.time}>
            {({ value, onChange }) => <TimeInput value={value} onChange={onChange} placeholder="None" />}
          </FormField>
        </div>
      </SettingsBlock>
      <SettingsBlock
        title="Rest days"
        text="No reminder, and nothing to your partner about an empty day. What is due stays due, and the evening still comes."
      >
        <RestDays value={typed.restDays} onChange={(days) => form.setValue('restDays', days)} />
      </SettingsBlock>
      {(bar.changed > 0 || bar.fault) && <SaveBar {...bar} />}
    </form>
  );
}

interface RestDaysProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RestDays({ value, onChange }: RestDaysProps) {
  const clock = useOwnerClock();
  const chosen = value.split(' ');
  const isFull = DAYS.filter(({ day }) => chosen.includes(day)).length >= MOST_REST_DAYS;
  const toggle = (day: Day) =>
    onChange(
      DAYS.map((one) => one.day)
        .filter((one) => (one === day ? !chosen.includes(day) : chosen.includes(one)))
        .join(' '),
    );
  const days = DAYS.filter(({ day }) => chosen.includes(day));
  const next = days.map(({ day }) => nextOn(day, '24:00', clock)).toSorted()[0];
  return (
    <>
      <fieldset className={styles.week} aria-label="Rest days">
        {DAYS.map(({ name, day }) => (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.includes(day)}
            disabled={isFull && !chosen.includes(day)}
            onClick={() => toggle(day)}
          >
            <span aria-hidden="true">{name.slice(0, 2)}</span>
            <span className={layoutStyles.visuallyHidden}>{name}</span>
          </button>
        ))}
      </fieldset>
      <Status as="p" className={fieldStyles.hint} data-part="hint">
        {next === undefined
          ? 'None. At most six.'
          : `${listed(days.map(({ name }) => name))}. Next: ${occurrenceWords(next, '', clock.today).replace(/, $/, '')}. At most six.`}
      </Status>
    </>
  );
}
