import { clsx } from 'clsx';
import { Calendar, ChevronLeft, ChevronRight, Clock } from 'lucide-react';
import { Popover as Base } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { longDate, shortDate } from '../../src/contracts/words/format.ts';
import { dateOnly, timeInField } from '../../src/contracts/words/phrases/date-field.ts';
import buttonStyles from './button.module.css';
import styles from './date-picker.module.css';
import fieldStyles from './field.module.css';
import { useFieldAttributes } from './field.tsx';
import { Icon } from './icon.tsx';
import menuStyles from './menu.module.css';
import textStyles from './text.module.css';

/**
 * Marks an input whose text could not be parsed. The form must not be sent then, because its value is not what the person
 * typed.
 */
const unreadAttribute = (unread: boolean): { 'data-unread'?: '' } => (unread ? { 'data-unread': '' } : {});

export interface DatePickerProps {
  /** `YYYY-MM-DD`, or null. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Today's date in the owner's time zone, as `YYYY-MM-DD`. */
  today: string;
  /** The allowed range, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  /** The accessible name, if the control is not inside a Field. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  foot?: ReactNode;
}

const Chevron = ({ orientation }: { orientation?: string }) => <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} />;

const toDate = (day: string): Date => {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number];
  return new Date(y, m - 1, d);
};
const fromDate = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** The date can be typed with the words of the quick add ('fri', 'in five days', '20 nov') or chosen from a calendar. */
export function DatePicker({ value, onChange, today, min, max, label, placeholder = 'No date', disabled, foot }: DatePickerProps) {
  const attributes = useFieldAttributes();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const inside = (day: string) => (!min || day >= min) && (!max || day <= max);
  const parsed = typed === null || typed.trim() === '' ? null : dateOnly(typed, today);
  const wrong = typed !== null && typed.trim() !== '' && (parsed === null || !inside(parsed));

  function settle() {
    if (typed === null || wrong) return;
    onChange(typed.trim() === '' ? null : parsed);
    setTyped(null);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && typed !== null) {
      event.preventDefault();
      settle();
    }
    if (event.key === 'ArrowDown') setOpen(true);
    if (event.key === 'Escape' && typed !== null) setTyped(null);
  }

  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Anchor asChild>
        <div
          className={clsx(fieldStyles.input, (wrong || attributes['aria-invalid']) && fieldStyles.invalid, disabled && fieldStyles.off)}
          data-part="input"
        >
          <input
            {...attributes}
            aria-label={label}
            aria-invalid={wrong || attributes['aria-invalid']}
            {...unreadAttribute(wrong)}
            placeholder={placeholder}
            disabled={disabled}
            autoComplete="off"
            value={typed ?? (value ? shortDate(value, today) : '')}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={settle}
            onKeyDown={onKeyDown}
          />
          <Base.Trigger className={fieldStyles.inputButton} disabled={disabled} aria-label={label ? `${label}: calendar` : 'Calendar'}>
            <Icon of={Calendar} />
          </Base.Trigger>
        </div>
      </Base.Anchor>
      {wrong && (
        <span role="status" className={clsx(textStyles.small, textStyles.missed)}>
          {parsed ? 'That day cannot be chosen here.' : `Not a date. Try 'fri', 'in five days', 'next month' or '20 nov'.`}
        </span>
      )}
      <Base.Portal>
        <Base.Content
          aria-label="Calendar"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={clsx(menuStyles.floating, styles.calendar)}
          data-part="calendar"
        >
          <DayPicker
            mode="single"
            autoFocus
            showOutsideDays
            fixedWeeks
            weekStartsOn={1}
            today={toDate(today)}
            defaultMonth={toDate(value ?? today)}
            selected={value ? toDate(value) : undefined}
            {...(min || max ? { disabled: [...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])] } : {})}
            onSelect={(date) => {
              setTyped(null);
              onChange(date ? fromDate(date) : null);
              if (date && !foot) setOpen(false);
            }}
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
          {foot && <div className={styles.footer}>{foot}</div>}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

export interface TimeInputProps {
  /** `HH:MM`, or null. */
  value: string | null;
  onChange: (value: string | null) => void;
  label?: string;
  placeholder?: string;
  disabled?: boolean;
}

/** Accepts times such as '17', '5pm' or '17:30'. The text is parsed on Enter and when the focus leaves. */
export function TimeInput({ value, onChange, label, placeholder = 'No time', disabled }: TimeInputProps) {
  const attributes = useFieldAttributes();
  const [typed, setTyped] = useState<string | null>(null);
  const blank = typed !== null && typed.trim() === '';
  const parsed = typed === null || blank ? null : timeInField(typed);
  const wrong = typed !== null && !blank && parsed === null;

  function settle() {
    if (typed === null || wrong) return;
    onChange(parsed);
    setTyped(null);
  }
  return (
    <>
      <div
        className={clsx(fieldStyles.input, (wrong || attributes['aria-invalid']) && fieldStyles.invalid, disabled && fieldStyles.off)}
        data-part="input"
      >
        <Icon of={Clock} />
        <input
          {...attributes}
          aria-label={label}
          aria-invalid={wrong || attributes['aria-invalid']}
          {...unreadAttribute(wrong)}
          placeholder={placeholder}
          disabled={disabled}
          autoComplete="off"
          value={typed ?? value ?? ''}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== null) setTyped(null);
            if (event.key !== 'Enter' || typed === null) return;
            event.preventDefault();
            settle();
          }}
        />
      </div>
      {wrong && (
        <span role="status" className={clsx(textStyles.small, textStyles.missed)}>
          Not a time. Try '17', '5pm' or '17:30'.
        </span>
      )}
    </>
  );
}
