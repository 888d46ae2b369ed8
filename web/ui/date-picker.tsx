import { clsx } from 'clsx';
import { Calendar, Clock } from 'lucide-react';
import { Popover as Base } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { clockTime, shortDate } from '../../src/contracts/words/format.ts';
import { dateOnly, timeInField } from '../../src/contracts/words/phrases/date-field.ts';
import { DayCalendar } from './calendar.tsx';
import styles from './date-picker.module.css';
import fieldStyles from './field.module.css';
import { useFieldAttributes } from './field.tsx';
import { Icon } from './icon.tsx';
import menuStyles from './menu.module.css';
import { Status } from './status.tsx';
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
  /** False: the date can only be typed, because a calendar stands beside the field. */
  opens?: boolean;
  foot?: ReactNode;
}

/** The date can be typed with the words of the quick add ('fri', 'in five days', '20 nov') or chosen from a calendar. */
export function DatePicker({
  value,
  onChange,
  today,
  min,
  max,
  label,
  placeholder = 'No date',
  disabled,
  opens = true,
  foot,
}: DatePickerProps) {
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
    // Enter also submits the form, if there is one, with what was typed.
    if (event.key === 'Enter' && wrong) event.preventDefault();
    else if (event.key === 'Enter') settle();
    if (event.key === 'ArrowDown' && opens) setOpen(true);
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
          {opens && (
            <Base.Trigger className={fieldStyles.inputButton} disabled={disabled} aria-label={label ? `${label}: calendar` : 'Calendar'}>
              <Icon of={Calendar} />
            </Base.Trigger>
          )}
        </div>
      </Base.Anchor>
      {wrong && (
        <Status fresh className={clsx(textStyles.small, textStyles.missed)}>
          {parsed ? 'That day cannot be chosen here.' : `Not a date. Try 'fri', 'in five days', 'next month' or '20 nov'.`}
        </Status>
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
          <DayCalendar
            value={value}
            today={today}
            min={min}
            max={max}
            onSelect={(date) => {
              setTyped(null);
              onChange(date);
              if (date && !foot) setOpen(false);
            }}
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
          value={typed ?? (value ? clockTime(value) : '')}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== null) setTyped(null);
            if (event.key !== 'Enter') return;
            if (wrong) event.preventDefault();
            else settle();
          }}
        />
      </div>
      {wrong && (
        <Status fresh className={clsx(textStyles.small, textStyles.missed)}>
          Not a time. Try '17', '5pm' or '17:30'.
        </Status>
      )}
    </>
  );
}
