import { clsx } from 'clsx';
import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Base } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';

export interface MenuProps {
  /** Must accept a ref. */
  trigger: ReactNode;
  /** The accessible name of the menu. If it is missing, the name of the trigger is used. */
  label?: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  className?: string;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/**
 * The container of a menu: the dialog that contains the trigger, otherwise the main content. Content must be inside a landmark
 * for screen readers.
 */
const landmarkOf = (trigger: HTMLElement | null): HTMLElement | null =>
  trigger?.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('main');

/** On a phone the menu is a sheet at the bottom. */
export function Menu({ trigger, label, align = 'end', side = 'bottom', className, onOpenChange, children }: MenuProps) {
  const [triggerElement, setTriggerElement] = useState<HTMLElement | null>(null);
  return (
    <Base.Root modal={false} onOpenChange={onOpenChange}>
      <Base.Trigger asChild ref={setTriggerElement}>
        {trigger}
      </Base.Trigger>
      <Base.Portal container={landmarkOf(triggerElement)}>
        <Base.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={clsx('pop menu', className)}
        >
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

interface ItemContent {
  icon?: LucideIcon | undefined;
  /** A key or a count. */
  end?: ReactNode;
  children: ReactNode;
}
const content = ({ icon, end, children }: ItemContent) => (
  <>
    {icon && <Icon of={icon} />}
    <span className="u-filling">{children}</span>
    {end !== undefined && <span className="end">{end}</span>}
  </>
);

export function MenuItem({
  onSelect,
  disabled,
  danger = false,
  ...item
}: ItemContent & { onSelect: () => void; disabled?: boolean; danger?: boolean }) {
  return (
    <Base.Item onSelect={onSelect} disabled={disabled} className={clsx('menu-item', danger && 'missed')}>
      {content(item)}
    </Base.Item>
  );
}

export function MenuLink({ to, ...item }: ItemContent & { to: string }) {
  return (
    <Base.Item asChild className="menu-item">
      <Link to={to}>{content(item)}</Link>
    </Base.Item>
  );
}

export interface MenuChoiceProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: string; icon?: LucideIcon }[];
}
export function MenuChoice<V extends string>({ label, value, onChange, options }: MenuChoiceProps<V>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as V)} aria-label={label}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className="menu-item">
          {option.icon && <Icon of={option.icon} />}
          {option.label}
          <Base.ItemIndicator className="end">
            <Icon of={Check} />
          </Base.ItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export const MenuRule = () => <Base.Separator className="menu-rule" />;
export const MenuCaption = ({ children }: { children: ReactNode }) => <Base.Label className="cap menu-cap">{children}</Base.Label>;
