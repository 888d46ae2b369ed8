import { clsx } from 'clsx';
import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Base } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Kbd } from './badge.tsx';
import { ClosesByBack } from './closes-by-back.tsx';
import { useRestoreFocus } from './dialog.tsx';
import figuresStyles from './figures.module.css';
import { Icon } from './icon.tsx';
import { keySign } from './key-press.ts';
import layoutStyles from './layout.module.css';
import styles from './menu.module.css';
import { OnPage, type Overlay } from './overlay-button.tsx';
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

type MenuBesideProps = Omit<MenuProps, 'trigger' | 'onOpenChange'> & { readonly overlay: Overlay };

export function MenuBeside({ overlay, label, align = 'end', side = 'bottom', className, children }: MenuBesideProps) {
  const [isReady, setReady] = useState(!overlay.isOpen || overlay.button.current !== document.activeElement);
  useEffect(() => {
    if (isReady) return;
    // The button was pressed by a key before this was loaded. Without a key, the library does not move the focus to the first item.
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Unidentified' }));
    setReady(true);
  }, [isReady]);
  return (
    <Base.Root modal={false} open={overlay.isOpen && isReady} onOpenChange={overlay.change}>
      <Base.Trigger asChild>
        <OnPage button={overlay.button} />
      </Base.Trigger>
      <Base.Portal container={landmarkOf(overlay.button.current)}>
        <Base.Content
          id={overlay.contentId}
          aria-label={label}
          aria-labelledby={overlay.buttonId}
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

export interface MenuAtPointProps {
  /** Pixels of the window. */
  x: number;
  y: number;
  label: string;
  /** Shown at the top of the menu. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function MenuAtPointParts({ x, y, label, title, onClose, children }: MenuAtPointProps) {
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
          <Caption>
            <span className={layoutStyles.cutOff} dir="auto">
              {title}
            </span>
          </Caption>
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

export interface ItemContent {
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

export interface MenuItemProps extends ItemContent {
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
}
export function Item({ onSelect, disabled, danger = false, ...item }: MenuItemProps) {
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

export interface MenuLinkProps extends ItemContent {
  to: string;
  /** Whether it leads to what is shown. */
  chosen?: boolean;
}
export function LinkItem({ to, chosen = false, ...item }: MenuLinkProps) {
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
export function Choice<V extends string>({ label, value, onChange, options }: MenuChoiceProps<V>) {
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

export interface MenuRowProps {
  icon: LucideIcon;
  label: string;
  children: ReactNode;
}
export const Row = ({ icon, label, children }: MenuRowProps) => (
  <Base.Group className={styles.line} aria-label={label}>
    <Icon of={icon} />
    <span className={layoutStyles.filling} aria-hidden="true">
      {label}
    </span>
    {children}
  </Base.Group>
);

export interface MenuRowItemProps {
  /** The accessible name, and a tooltip. */
  label: string;
  shortcut?: string | undefined;
  chosen: boolean;
  onSelect: () => void;
  children: ReactNode;
}
export const RowItem = ({ label, shortcut, chosen, onSelect, children }: MenuRowItemProps) => (
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

export const Rule = () => <Base.Separator className={styles.rule} />;
export const Caption = ({ children }: { children: ReactNode }) => (
  <Base.Label className={clsx(figuresStyles.caption, styles.caption)} data-part="caption">
    {children}
  </Base.Label>
);
