import { Search } from 'lucide-react';
import { useState } from 'react';
import { Kbd } from '../ui/badge.tsx';
import { Checkbox, Switch } from '../ui/choice.tsx';
import { DatePicker, TimeInput } from '../ui/date-picker.tsx';
import fieldStyles from '../ui/field.module.css';
import { Field, Input, PasswordInput, Textarea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Select } from '../ui/select.tsx';
import { ZonePicker } from '../ui/zone-picker.tsx';
import styles from './field-parts.module.css';
import { Part } from './part.tsx';

export const FieldsPart = () => (
  <Part title="Fields" text="Light sides and a firm line to write on. The error stands under the field that it is about.">
    <div className={styles.columns}>
      <Field label="Name">
        <Input defaultValue="Søren Ødegård" />
      </Field>
      <Field label="Email Address" error="Enter a valid email address.">
        <Input defaultValue="s.odegard@fjordlab" />
      </Field>
      <Field label="WhatsApp Number" note="Recommended" hint="Add WhatsApp for instant, more effective notifications!">
        <Input placeholder="+47 412 34 567" />
      </Field>
      <Field label="Title">
        <Input className={fieldStyles.focused} defaultValue="Ship it" />
      </Field>
      <Field label="Email">
        <Input disabled defaultValue="ines@kowalczyk.eu" />
      </Field>
      <Field label="Search" hideLabel>
        <Input type="search" placeholder="Tasks, proof, people" lead={<Icon of={Search} />} trail={<Kbd>/</Kbd>} />
      </Field>
      <Field label="Password">
        <PasswordInput defaultValue="correct horse battery" />
      </Field>
      <Field label="Notes">
        <Textarea defaultValue="Invoices of 25 October were cut twice." />
      </Field>
      <Field label="Why" error="Say why you skip it.">
        <Textarea />
      </Field>
    </div>
  </Part>
);

export function ChoicesPart() {
  const [on, setOn] = useState(true);
  const [notified, setNotified] = useState(true);
  const [day, setDay] = useState<'friday' | 'saturday' | 'sunday'>('sunday');
  const [zone, setZone] = useState('Asia/Kathmandu');
  return (
    <Part
      title="Choices"
      text="A switch acts at once, a box waits for the save. Lists open under their field, and rise from the foot of a phone."
    >
      <div className={styles.columns}>
        <div>
          <Switch checked={on} onChange={setOn} label="Weekly reports" hint="Monday at 08:00." />
          <Switch checked={!on} onChange={(next) => setOn(!next)} label="System updates" />
          <Switch checked={false} onChange={() => undefined} label="Off and shut" disabled />
        </div>
        <div>
          <Checkbox checked={notified} onChange={setNotified} label="Tell Søren" />
          <Checkbox checked={!notified} onChange={(next) => setNotified(!next)} label="Tell the AI" />
          <Checkbox checked onChange={() => undefined} label="Shut" disabled />
        </div>
        <div className={styles.belowEachOther}>
          <Field label="Day">
            <Select
              value={day}
              onChange={setDay}
              options={[
                { value: 'friday', label: 'Friday' },
                { value: 'saturday', label: 'Saturday' },
                { value: 'sunday', label: 'Sunday' },
              ]}
            />
          </Field>
          <Field label="Timezone">
            <ZonePicker value={zone} onChange={setZone} />
          </Field>
        </div>
      </div>
    </Part>
  );
}

export function DatesPart() {
  const [date, setDate] = useState<string | null>('2026-11-20');
  const [time, setTime] = useState<string | null>('17:00');
  return (
    <Part title="Date and time" text="Typing works everywhere: 'fri', '20 nov', 'in 2 days', '5pm', '17'.">
      <div className={styles.columns}>
        <Field label="Due">
          <DatePicker value={date} onChange={setDate} today="2026-11-19" min="2026-11-19" />
        </Field>
        <Field label="Time">
          <TimeInput value={time} onChange={setTime} />
        </Field>
        <Field label="Time" error="29 March has no 02:30 here. It would be due at 03:00.">
          <TimeInput value="02:30" onChange={() => undefined} />
        </Field>
      </div>
    </Part>
  );
}
