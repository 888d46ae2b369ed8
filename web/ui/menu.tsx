import { clsx } from 'clsx';
import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Base } from 'radix-ui';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Kbd } from './badge.tsx';
import { ClosesByBack } from './closes-by-back.tsx';
import { useRestoreFocus } from './dialog.tsx';
import figuresStyles from './figures.module.css';
import { Icon } from './icon.tsx';
import { keySign } from './key-press.ts';
import layoutStyles from './layout.module.css';
import styles from './menu.module.css';
import { OnPage, type Overlay, OverlayButton, useOverlay } from './overlay-button.tsx';
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

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown'];

/** On a phone the menu is a sheet at the bottom. */
export function Menu({ trigger, onOpenChange, ...content }: MenuProps) {
  const overlay = useOverlay({ onOpenChange });
  const { isOpen, change } = overlay;
  const open = {
    // The library moves the focus to the first item only if it was there when the key was pressed.
    onFocus: overlay.prepare,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || event.ctrlKey) return;
      change(!isOpen);
      // The menu takes the focus.
      if (!isOpen) event.preventDefault();
    },
    onKeyDown(event: KeyboardEvent) {
      if (!OPENING_KEYS.includes(event.key)) return;
      change(event.key === 'ArrowDown' || !isOpen);
      event.preventDefault();
    },
  };
  return (
    <>
      <OverlayButton overlay={overlay} kind="menu" id={overlay.buttonId} {...open}>
        {trigger}
      </OverlayButton>
      {overlay.isNeeded && <MenuBeside overlay={overlay} {...content} />}
    </>
  );
}

function MenuBeside({
  overlay,
  label,
  align = 'end',
  side = 'bottom',
  className,
  children,
}: Omit<MenuProps, 'trigger' | 'onOpenChange'> & { overlay: Overlay }) {
  return (
    <Base.Root modal={false} open={overlay.isOpen} onOpenChange={overlay.change}>
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
