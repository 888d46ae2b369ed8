import { clsx } from 'clsx';
import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Base } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { Kbd } from './badge.tsx';
import { ClosesByBack } from './closes-by-back.tsx';
import { useRestoreFocus } from './dialog.tsx';
import figuresStyles from './figures.module.css';
import { Icon } from './icon.tsx';
import { keySign } from './key-press.ts';
import layoutStyles from './layout.module.css';
import styles from './menu.module.css';
import textStyles from './text.module.css';

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
          className={clsx(styles.floating, styles.menu, className)}
        >
          <ClosesByBack />
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

interface AtPointProps {
  /** Pixels of the window. */
  x: number;
  y: number;
  label: string;
  /** Shown at the top of the menu. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A menu that is open from the start, such as that of a right-click. */
export function MenuAtPoint({ x, y, label, title, onClose, children }: AtPointProps) {
  const restore = useRestoreFocus(true);
  return (
    <Base.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Base.Trigger className={styles.point} style={{ left: x, top: y }} tabIndex={-1} aria-label={label} />
      <Base.Portal container={landmarkOf(null)}>
        <Base.Content
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className={clsx(styles.floating, styles.menu)}
          onCloseAutoFocus={restore}
          onContextMenu={(event) => event.preventDefault()}
        >
          <ClosesByBack />
          <MenuCaption>
            <span className={layoutStyles.cutOff} dir="auto">
              {title}
            </span>
          </MenuCaption>
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

interface ItemContent {
  icon?: LucideIcon | undefined;
  /** A count or a sign. */
  end?: ReactNode;
  /** The key that does the same, as `useShortcuts` names it. */
  shortcut?: string | undefined;
  children: ReactNode;
}
const content = ({ icon, end, shortcut, children }: ItemContent) => (
  <>
    {icon && <Icon of={icon} />}
    <span className={layoutStyles.filling}>{children}</span>
    {shortcut !== undefined && <KeyOf shortcut={shortcut} />}
    {end !== undefined && <span className={clsx(textStyles.atEnd, styles.atEnd)}>{end}</span>}
  </>
);

/** Screen readers get the key from an attribute of the item. */
const KeyOf = ({ shortcut }: { shortcut: string }) => (
  <span className={styles.shortcut} aria-hidden="true">
    <Kbd>{keySign(shortcut)}</Kbd>
  </span>
);

export function MenuItem({
  onSelect,
  disabled,
  danger = false,
  ...item
}: ItemContent & { onSelect: () => void; disabled?: boolean; danger?: boolean }) {
  return (
    <Base.Item
      onSelect={onSelect}
      disabled={disabled}
      aria-keyshortcuts={item.shortcut}
      className={clsx(styles.item, danger && [textStyles.missed, styles.missed])}
    >
      {content(item)}
    </Base.Item>
  );
}

/** `chosen`: it leads to what is shown. */
export function MenuLink({ to, chosen = false, ...item }: ItemContent & { to: string; chosen?: boolean }) {
  return (
    <Base.Item asChild className={clsx(styles.item, chosen && styles.chosen)}>
      <Link to={to} aria-current={chosen ? 'page' : undefined}>
        {content(item)}
      </Link>
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
        <Base.RadioItem key={option.value} value={option.value} className={styles.item}>
          {option.icon && <Icon of={option.icon} />}
          <bdi>{option.label}</bdi>
          <Base.ItemIndicator className={clsx(textStyles.atEnd, styles.atEnd)}>
            <Icon of={Check} />
          </Base.ItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** Several small choices in one line of a menu. */
export const MenuRow = ({ icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) => (
  <Base.Group className={styles.line} aria-label={label}>
    <Icon of={icon} />
    <span className={layoutStyles.filling} aria-hidden="true">
      {label}
    </span>
    {children}
  </Base.Group>
);

interface RowItemProps {
  /** The accessible name, and a tooltip. */
  label: string;
  shortcut?: string | undefined;
  chosen: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export const MenuRowItem = ({ label, shortcut, chosen, onSelect, children }: RowItemProps) => (
  <Base.CheckboxItem
    checked={chosen}
    onSelect={onSelect}
    aria-label={label}
    title={label}
    aria-keyshortcuts={shortcut}
    className={clsx(styles.lineItem, chosen && styles.chosen)}
  >
    {children}
    {shortcut !== undefined && <KeyOf shortcut={shortcut} />}
  </Base.CheckboxItem>
);

export const MenuRule = () => <Base.Separator className={styles.rule} />;
export const MenuCaption = ({ children }: { children: ReactNode }) => (
  <Base.Label className={clsx(figuresStyles.caption, styles.caption)} data-part="caption">
    {children}
  </Base.Label>
);
