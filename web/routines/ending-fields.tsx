import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { Ending } from '../recurrence/rule.ts';
import { DatePicker } from '../ui/date-picker.tsx';
import { Input } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

interface EndingProps {
  readonly ends: Ending;
  readonly today: string;
  readonly onChange: (ends: Ending) => void;
}

const KINDS = [
  { value: 'never', label: 'never ends' },
  { value: 'until', label: 'until' },
  { value: 'count', label: 'a number of times' },
] as const;

export function EndingFields({ ends, today, onChange }: EndingProps) {
  const choose = (kind: Ending['kind']) =>
    onChange(kind === 'never' ? { kind } : kind === 'until' ? { kind, date: addDays(today, 90) } : { kind, count: 10 });
  return (
    <div className="rule-line">
      <Select<Ending['kind']> label="Ends" value={ends.kind} options={KINDS} onChange={choose} />
      {ends.kind === 'until' && (
        <span className="rule-date">
          <DatePicker
            label="Last day"
            value={ends.date}
            today={today}
            onChange={(date) => onChange(date ? { kind: 'until', date } : { kind: 'never' })}
          />
        </span>
      )}
      {ends.kind === 'count' && (
        <Input
          className="rule-n"
          inputMode="numeric"
          aria-label="How many times"
          value={Number.isNaN(ends.count) ? '' : String(ends.count)}
          onChange={(event) =>
            onChange({ kind: 'count', count: /^\d{1,4}$/.test(event.target.value.trim()) ? Number(event.target.value) : Number.NaN })
          }
        />
      )}
    </div>
  );
}
