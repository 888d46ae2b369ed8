import { Clock } from 'lucide-react';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';

interface TimeFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
  readonly onLeave: () => void;
}

/** A field for a required time, as typed: '8', '5pm' or '17:30'. */
export const TimeField = ({ value, error, onChange, onLeave }: TimeFieldProps) => (
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
