import { duration } from '../../src/contracts/words/format.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { rangeOf } from '../tasks/planning/span.ts';
import { DatePicker, TimeInput } from '../ui/date-picker.tsx';
import { Field } from '../ui/field.tsx';
import { boxOf, type Extras } from './extras.ts';

interface BoxFieldsProps {
  readonly extras: Extras;
  /** The length of the box. */
  readonly minutes: number;
  readonly dueDate: string | null;
  readonly clock: OwnerClock;
  readonly error?: string | undefined;
  readonly onChange: (change: Partial<Extras>) => void;
}

/** When the owner works on the new task. Without a day of its own the time is one of the day on which the task is due. */
export function BoxFields({ extras, minutes, dueDate, clock, error, onChange }: BoxFieldsProps) {
  const { boxDate, boxTime } = extras;
  const box = boxOf(extras, minutes);
  // The hint is always there: if it appeared when the field is left, the button below would move away from the press.
  const hint = box ? `${rangeOf(box, clock.zone)}, ${duration(minutes)}` : `For ${duration(minutes)}`;
  return (
    <>
      <Field label="Time box">
        <DatePicker
          value={boxDate}
          today={clock.today}
          min={clock.today}
          placeholder="No time box"
          onChange={(date) => onChange(date === null ? { boxDate: null, boxTime: null } : { boxDate: date })}
        />
      </Field>
      <Field label="Box begins" error={error} hint={hint}>
        <TimeInput
          value={boxTime}
          placeholder={boxDate === null ? 'No time box' : '17, 5pm, 17:30'}
          onChange={(time) =>
            onChange(time !== null && boxDate === null ? { boxTime: time, boxDate: dueDate ?? clock.today } : { boxTime: time })
          }
        />
      </Field>
    </>
  );
}
