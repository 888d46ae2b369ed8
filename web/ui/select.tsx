import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import fieldStyles from './field.module.css';
import { useFieldAttributes } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './select.module.css';

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  disabled?: boolean;
}
export interface SelectProps<V extends string> {
  value: V;
  onChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  /** The accessible name, if the control is not inside a Field. */
  label?: string;
  /** Shown if `value` is not one of the options. */
  placeholder?: string;
  disabled?: boolean;
  className?: string;
}

/**
 * The native select element, with a styled list if the browser supports `appearance: base-select`. A custom list would have to
 * hide the page from screen readers while it is open, and a phone could not show its own picker.
 */
export function Select<V extends string>({ value, onChange, options, label, placeholder, disabled, className }: SelectProps<V>) {
  const attributes = useFieldAttributes();
  const known = options.some((option) => option.value === value);
  return (
    <span className={clsx(styles.select, className)} data-part="select">
      <select
        {...attributes}
        aria-label={label}
        className={clsx(fieldStyles.input, attributes['aria-invalid'] && fieldStyles.invalid, disabled && fieldStyles.off)}
        data-part="input"
        value={known ? value : ''}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as V)}
      >
        {!known && (
          <option value="" disabled hidden>
            {placeholder ?? ''}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            <bdi>{option.label}</bdi>
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} />
    </span>
  );
}
