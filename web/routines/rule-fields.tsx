import { clsx } from 'clsx';
import { useState } from 'react';
import { MONTHS, WEEKDAYS } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { type Ending, type MonthDay, nthWord, type PlainRule, type RuleUnit } from '../recurrence/rule.ts';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import fieldStyles from '../ui/field.module.css';
import { Input } from '../ui/field.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Select } from '../ui/select.tsx';
import styles from './rule-fields.module.css';

const daysText = (days: readonly number[]): string => days.filter((day) => !Number.isNaN(day)).join(', ');
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

/** Accepts '1' or '1, 15'. The text stays as typed until the focus leaves. */
function MonthDayNumbers({ days, onChange }: MonthDayNumbersProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      className={styles.count}
      inputMode="text"
      aria-label="Day of the month"
      value={typed ?? daysText(days)}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(monthDayOf(event.target.value));
      }}
    />
  );
}

interface RuleFieldsProps {
  readonly rule: PlainRule;
  readonly onChange: (change: Partial<PlainRule>) => void;
}

const UNITS = ['day', 'week', 'month', 'year'] as const;
const NTHS = [1, 2, 3, 4, 5, -1];
const wholeNumberIn = (typed: string): number => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN);
const numberText = (value: number): string => (Number.isNaN(value) ? '' : String(value));

export function RuleFields({ rule, onChange }: RuleFieldsProps) {
  const many = rule.every === 1 ? '' : 's';
  return (
    <>
      <div className={styles.line}>
        <span>Every</span>
        <Input
          className={styles.count}
          inputMode="numeric"
          aria-label="Every how many"
          value={numberText(rule.every)}
          onChange={(event) => onChange({ every: wholeNumberIn(event.target.value) })}
        />
        <Select<RuleUnit>
          label="Unit"
          value={rule.unit}
          options={UNITS.map((value) => ({ value, label: `${value}${many}` }))}
          onChange={(unit) => onChange({ unit })}
        />
        {rule.unit === 'year' && (
          <Select
            label="Month"
            value={String(rule.month)}
            options={MONTHS.map((label, index) => ({ value: String(index + 1), label }))}
            onChange={(month) => onChange({ month: Number(month) })}
          />
        )}
      </div>
      {rule.unit === 'week' && <WeekdayFields weekdays={rule.weekdays} onChange={(weekdays) => onChange({ weekdays })} />}
      {(rule.unit === 'month' || rule.unit === 'year') && <MonthDayFields on={rule.on} onChange={(on) => onChange({ on })} />}
    </>
  );
}

function WeekdayFields({ weekdays, onChange }: { weekdays: readonly number[]; onChange: (weekdays: number[]) => void }) {
  const press = (day: number) =>
    onChange(weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day].sort((a, b) => a - b));
  return (
    <div className={styles.line}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame */}
      <div className={styles.weekdays} role="group" aria-label="On these days">
        {WEEKDAYS.map((name, index) => (
          <button
            key={name}
            type="button"
            aria-pressed={weekdays.includes(index + 1)}
            className={clsx(weekdays.includes(index + 1) && styles.chosen)}
            onClick={() => press(index + 1)}
          >
            <span aria-hidden="true">{name.slice(0, 2)}</span>
            <span className={layoutStyles.visuallyHidden}>{name}</span>
          </button>
        ))}
      </div>
      <Button size="s" variant="ghost" onClick={() => onChange([1, 2, 3, 4, 5])}>
        Every weekday
      </Button>
    </div>
  );
}

const MONTH_DAYS = [
  { value: 'days', label: 'on day' },
  { value: 'last', label: 'on the last day' },
  { value: 'nth', label: 'on the' },
] as const;

function MonthDayFields({ on, onChange }: { on: MonthDay; onChange: (on: MonthDay) => void }) {
  const choose = (kind: (typeof MONTH_DAYS)[number]['value']) =>
    onChange(kind === 'days' ? { kind: 'day', day: 1 } : kind === 'last' ? { kind } : { kind, nth: 1, weekday: 1 });
  const days = on.kind === 'day' ? [on.day] : on.kind === 'days' ? on.days : null;
  const late = days?.find((day) => day > 28);
  return (
    <>
      <div className={styles.line}>
        <Select label="Which day" value={on.kind === 'day' ? 'days' : on.kind} options={MONTH_DAYS} onChange={choose} />
        {days && <MonthDayNumbers days={days} onChange={onChange} />}
        {on.kind === 'nth' && (
          <>
            <Select
              label="Which of them"
              value={String(on.nth)}
              options={NTHS.map((nth) => ({ value: String(nth), label: nthWord(nth) }))}
              onChange={(nth) => onChange({ ...on, nth: Number(nth) })}
            />
            <Select
              label="Weekday"
              value={String(on.weekday)}
              options={WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))}
              onChange={(weekday) => onChange({ ...on, weekday: Number(weekday) })}
            />
          </>
        )}
      </div>
      {late !== undefined && (
        <p className={fieldStyles.hint} data-part="hint">
          Months without a day {late} are left out. ‘The last day’ is a choice of its own.
        </p>
      )}
    </>
  );
}

interface EndingProps {
  readonly ends: Ending;
  readonly today: string;
  readonly onChange: (ends: Ending) => void;
}

const ENDINGS = [
  { value: 'never', label: 'never ends' },
  { value: 'until', label: 'until' },
  { value: 'count', label: 'a number of times' },
] as const;

export function EndingFields({ ends, today, onChange }: EndingProps) {
  const choose = (kind: Ending['kind']) =>
    onChange(kind === 'never' ? { kind } : kind === 'until' ? { kind, date: addDays(today, 90) } : { kind, count: 10 });
  return (
    <div className={styles.line}>
      <Select<Ending['kind']> label="Ends" value={ends.kind} options={ENDINGS} onChange={choose} />
      {ends.kind === 'until' && (
        <span className={styles.date}>
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
          className={styles.count}
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
