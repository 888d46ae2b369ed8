import { clsx } from 'clsx';
import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import layoutStyles from './layout.module.css';

interface FieldState {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}
const FieldContext = createContext<FieldState | null>(null);

/** Attributes for a control inside a Field: the id, the element that describes it, and whether its value is invalid. */
export function useFieldAttributes() {
  const attributes = use(FieldContext);
  return attributes
    ? { id: attributes.id, 'aria-describedby': attributes.describedBy, 'aria-invalid': attributes.invalid || undefined }
    : {};
}

export interface FieldProps {
  label: string;
  /** 'optional' or 'Recommended', after the label. */
  note?: string;
  hint?: ReactNode;
  /** Replaces the hint. */
  error?: string | readonly string[] | undefined;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}

export function Field({ label, note, hint, error, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const wrong = typeof error === 'string' ? error : error?.join(' ');
  const help = wrong ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={clsx(styles.field, className)} data-part="field">
      <label htmlFor={id} className={hideLabel ? layoutStyles.visuallyHidden : undefined}>
        {label}
        {note && <span className={styles.optional}>{note}</span>}
      </label>
      <FieldContext value={{ id, describedBy: help, invalid: Boolean(wrong) }}>{children}</FieldContext>
      {wrong ? (
        <div className={styles.fault} data-part="fault" id={`${id}-error`} role="alert">
          <Icon of={CircleAlert} />
          <span>{wrong}</span>
        </div>
      ) : (
        hint && (
          <div className={styles.hint} data-part="hint" id={`${id}-hint`}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}

/** People write words from left to right or from right to left; addresses, numbers and times are always the same. */
const directionOf = (type = 'text'): 'auto' | undefined => (type === 'text' || type === 'search' ? 'auto' : undefined);

export interface InputProps extends ComponentProps<'input'> {
  /** For example an icon. */
  lead?: ReactNode;
  /** For example a key, a unit or a button. */
  trail?: ReactNode;
}

export function Input({ lead, trail, className, ...rest }: InputProps) {
  const attributes = useFieldAttributes();
  return (
    <div
      className={clsx(
        styles.input,
        (rest['aria-invalid'] || attributes['aria-invalid']) && styles.invalid,
        rest.disabled && styles.off,
        className,
      )}
      data-part="input"
    >
      {lead}
      <input dir={directionOf(rest.type)} {...attributes} {...rest} />
      {trail}
    </div>
  );
}

/** A field with hidden content and a button that shows it. `secret` is used in the name of that button. */
export function PasswordInput({ secret = 'password', ...props }: Omit<InputProps, 'type' | 'trail'> & { secret?: string }) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className={styles.inputButton}
      aria-label={`${shown ? 'Hide' : 'Show'} ${secret}`}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon of={shown ? EyeOff : Eye} />
    </button>
  );
  return <Input {...props} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" trail={toggle} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const attributes = useFieldAttributes();
  return (
    <textarea
      rows={3}
      dir="auto"
      {...attributes}
      {...rest}
      className={clsx(styles.input, attributes['aria-invalid'] && styles.invalid, className)}
      data-part="input"
    />
  );
}
