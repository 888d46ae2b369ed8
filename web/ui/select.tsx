import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Base } from 'radix-ui';
import { useFieldTies } from './field.tsx';
import { Icon } from './icon.tsx';

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  disabled?: boolean;
}
export interface SelectProps<V extends string> {
  value: V;
  onChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  /** The name, when no Field gives one. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
}

export function Select<V extends string>({ value, onChange, options, label, placeholder, disabled, className }: SelectProps<V>) {
  const ties = useFieldTies();
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)} disabled={disabled}>
      <Base.Trigger {...ties} aria-label={label} className={clsx('in', ties['aria-invalid'] && 'is-err', className)}>
        <span className="min-w-0 flex-1 truncate">
          <Base.Value placeholder={placeholder} />
        </span>
        <Base.Icon asChild>
          <Icon of={ChevronDown} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Content position="popper" sideOffset={4} className="pop menu select">
          <Base.Viewport>
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} disabled={option.disabled} className="menu-item">
                <Base.ItemText>{option.label}</Base.ItemText>
                <Base.ItemIndicator className="end">
                  <Icon of={Check} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Viewport>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
