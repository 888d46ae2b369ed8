import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { conventions } from '../../src/contracts/words/conventions.ts';
import { longDate } from '../../src/contracts/words/format.ts';
import buttonStyles from './button.module.css';
import styles from './date-picker.module.css';
import { Icon } from './icon.tsx';

const Chevron = ({ orientation }: { orientation?: string }) => <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} />;

const toDate = (day: string): Date => {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number];
  return new Date(y, m - 1, d);
};
const fromDate = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

interface DayCalendarProps {
  /** `YYYY-MM-DD`, as all dates here. */
  readonly value: string | null;
  readonly today: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Whether the calendar takes the focus when it appears. */
  readonly autoFocus?: boolean;
  /** Null: the chosen day was pressed again. */
  readonly onSelect: (date: string | null) => void;
}

/** A month of days. */
export const DayCalendar = ({ value, today, min, max, autoFocus = true, onSelect }: DayCalendarProps) => (
  <DayPicker
    mode="single"
    autoFocus={autoFocus}
    showOutsideDays
    fixedWeeks
    weekStartsOn={(conventions().firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6}
    today={toDate(today)}
    defaultMonth={toDate(value ?? today)}
    selected={value ? toDate(value) : undefined}
    {...(min || max ? { disabled: [...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])] } : {})}
    onSelect={(date) => onSelect(date ? fromDate(date) : null)}
    classNames={{
      months: styles.header,
      month_caption: styles.caption,
      nav: styles.navigation,
      button_previous: buttonStyles.iconButton,
      button_next: buttonStyles.iconButton,
      month_grid: styles.grid,
      day_button: styles.day,
      outside: styles.outside,
      today: styles.today,
      selected: styles.on,
      disabled: styles.unavailable,
    }}
    // The accessible name of a day must begin with the visible number: '26 October 2026'.
    labels={{ labelDayButton: (date) => longDate(fromDate(date)) }}
    components={{ Chevron }}
  />
);
