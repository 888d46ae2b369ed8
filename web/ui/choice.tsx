import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Checkbox as BaseCheckbox, Switch as BaseSwitch } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

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
    <div className="choice choice-sw">
      <label htmlFor={id} className="u-filling">
        <span className="u-label">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="hint u-block">
            {hint}
          </span>
        )}
      </label>
      <BaseSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={clsx('sw', checked && 'on', disabled && 'is-off')}
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
    <div className="choice">
      <BaseCheckbox.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        disabled={disabled}
        className={clsx('cb', checked && 'on')}
      >
        <BaseCheckbox.Indicator>
          <Icon of={Check} size="s" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <label htmlFor={id} className={hideLabel ? 'u-hidden' : undefined}>
        {label}
      </label>
    </div>
  );
}
