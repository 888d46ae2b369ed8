import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Checkbox as BaseCheckbox, Switch as BaseSwitch } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import fieldStyles from './field.module.css';
import { Icon } from './icon.tsx';
import layoutStyles from './layout.module.css';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  hint?: ReactNode;
  disabled?: boolean;
}

/** The whole row toggles the switch. */
export function Switch({ checked, onChange, label, hint, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className={clsx(styles.choice, styles.switchRow)} data-part="switch">
      <label htmlFor={id} className={layoutStyles.filling}>
        <span id={`${id}-label`} className={styles.label} data-part="label">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className={clsx(fieldStyles.hint, layoutStyles.block)} data-part="hint">
            {hint}
          </span>
        )}
      </label>
      <BaseSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={clsx(styles.toggle, checked && styles.chosen, disabled && styles.off)}
      />
    </div>
  );
}

export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  hideLabel?: boolean;
  disabled?: boolean;
}

export function Checkbox({ checked, onChange, label, hideLabel = false, disabled }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <BaseCheckbox.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        disabled={disabled}
        className={clsx(styles.checkbox, checked && styles.chosen)}
      >
        <BaseCheckbox.Indicator>
          <Icon of={Check} size="s" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <label htmlFor={id} className={hideLabel ? layoutStyles.visuallyHidden : undefined}>
        {label}
      </label>
    </div>
  );
}
