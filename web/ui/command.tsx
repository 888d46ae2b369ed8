import { clsx } from 'clsx';
import { Command as Base } from 'cmdk';
import { type LucideIcon, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { ClosesByBack } from './closes-by-back.tsx';
import styles from './command.module.css';
import dialogStyles from './dialog.module.css';
import { Icon } from './icon.tsx';
import layoutStyles from './layout.module.css';
import menuStyles from './menu.module.css';
import textStyles from './text.module.css';

export interface CommandBoxProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  placeholder: string;
  /** The parent chooses the rows for this text. */
  text: string;
  onText: (text: string) => void;
  /** Called with each key before the list handles it. `preventDefault` stops the list from handling it. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** What is selected in the text when the box appears. Both numbers are the same if it is only a cursor. */
  selection: readonly [number, number];
  onCloseAutoFocus: (event: Event) => void;
  empty: ReactNode;
  children: ReactNode;
}

export function CommandBox({
  open,
  onOpenChange,
  label,
  placeholder,
  text,
  onText,
  onKeyDown,
  selection,
  onCloseAutoFocus,
  empty,
  children,
}: CommandBoxProps) {
  const [select] = useState(() => (field: HTMLInputElement | null) => field?.setSelectionRange(...selection));
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogStyles.veil} />
        <Dialog.Content
          className={clsx(menuStyles.floating, styles.command)}
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <ClosesByBack />
          <Dialog.Title className={layoutStyles.visuallyHidden}>{label}</Dialog.Title>
          <Base label={label} shouldFilter={false} loop onKeyDown={onKeyDown}>
            <div className={styles.search}>
              <Icon of={Search} />
              <Base.Input ref={select} dir="auto" value={text} onValueChange={onText} placeholder={placeholder} autoFocus />
            </div>
            <Base.List className={styles.list} label={label}>
              <Base.Empty className={styles.empty}>{empty}</Base.Empty>
              {children}
            </Base.List>
          </Base>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export const CommandGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <Base.Group heading={title} className={styles.groupTitle}>
    {children}
  </Base.Group>
);

export interface CommandRowProps {
  /** Must be unique in the list. */
  value: string;
  icon: LucideIcon | ReactNode;
  /** A time or a key, at the end of the row. */
  end?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}

const isIcon = (icon: LucideIcon | ReactNode): icon is LucideIcon =>
  typeof icon === 'object' && icon !== null && '$$typeof' in icon && 'render' in icon;

export const CommandRow = ({ value, icon, end, onSelect, children }: CommandRowProps) => (
  <Base.Item value={value} onSelect={onSelect} className={clsx(menuStyles.item, styles.item)} data-part="command-item">
    {isIcon(icon) ? <Icon of={icon} /> : icon}
    <span className={clsx(layoutStyles.filling, layoutStyles.cutOff)}>{children}</span>
    {end !== undefined && <span className={clsx(textStyles.atEnd, styles.atEnd)}>{end}</span>}
  </Base.Item>
);
