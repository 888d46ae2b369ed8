import { useState } from 'react';
import type { MonthDay } from '../recurrence/rule.ts';
import { Input } from '../ui/field.tsx';

const written = (days: readonly number[]): string => days.filter((day) => !Number.isNaN(day)).join(', ');
const numbersIn = (typed: string): number[] =>
  typed
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => (/^\d{1,2}$/.test(one) ? Number(one) : Number.NaN));

function monthDayOf(typed: string): MonthDay {
  const days = [...new Set(numbersIn(typed))].sort((a, b) => a - b);
  return days.length > 1 ? { kind: 'days', days } : { kind: 'day', day: days[0] ?? Number.NaN };
}

interface MonthDayNumbersProps {
  readonly days: readonly number[];
  readonly onChange: (on: MonthDay) => void;
}

/** The days of a month by their numbers: '1', or '1, 15'. The text stays as it is typed until the focus leaves. */
export function MonthDayNumbers({ days, onChange }: MonthDayNumbersProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      className="rule-n"
      inputMode="text"
      aria-label="Day of the month"
      value={typed ?? written(days)}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(monthDayOf(event.target.value));
      }}
    />
  );
}
