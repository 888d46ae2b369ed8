import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Base } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { ClosesByBack } from './closes-by-back.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';
import layoutStyles from './layout.module.css';
import menuStyles from './menu.module.css';

interface Restoring {
  /** For `onCloseAutoFocus`. */
  readonly restore: (event: Event) => void;
}

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  /** The buttons. The primary one is the last. */
  actions?: ReactNode;
}

export const DialogParts = ({ open, onOpenChange, title, text, children, actions, restore }: DialogProps & Restoring) => (
  <Base.Root open={open} onOpenChange={onOpenChange}>
    <Base.Portal>
      <Base.Overlay className={styles.veil} />
      <Base.Content
        className={clsx(menuStyles.floating, styles.dialog)}
        onCloseAutoFocus={restore}
        {...(text ? {} : { 'aria-describedby': undefined })}
      >
        <ClosesByBack />
        <Base.Title asChild>
          <h2 dir="auto">{title}</h2>
        </Base.Title>
        {text && <Base.Description dir="auto">{text}</Base.Description>}
        {children}
        {actions && <footer>{actions}</footer>}
      </Base.Content>
    </Base.Portal>
  </Base.Root>
);

export interface BareDialogProps {
  /** For screen readers only. */
  title: string;
  className?: string | undefined;
  /** What gets the focus back, if it is not what has it when the dialog appears. */
  before?: Element | null;
  onClose: () => void;
  children: ReactNode;
}

export const BareDialogParts = ({ title, className, onClose, children, restore }: Omit<BareDialogProps, 'before'> & Restoring) => (
  <Base.Root open onOpenChange={(open) => !open && onClose()}>
    <Base.Portal>
      <Base.Overlay className={styles.veil} />
      <Base.Content
        className={clsx(menuStyles.floating, styles.bare, className)}
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={restore}
      >
        <ClosesByBack />
        <Base.Title className={layoutStyles.visuallyHidden}>{title}</Base.Title>
        {children}
      </Base.Content>
    </Base.Portal>
  </Base.Root>
);

export interface PanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  hideTitle?: boolean;
  /** Replaces the title, which then remains for screen readers only. */
  head?: ReactNode;
  side?: 'left' | 'right';
  tools?: ReactNode;
  /** Whether the page beside it can be used while it is open. A press on the page does not close it then. */
  beside?: boolean;
  className?: string;
  children: ReactNode;
}

export function PanelParts({ open, onOpenChange, title, hideTitle = false, head, side = 'right', ...more }: PanelProps & Restoring) {
  const { tools, beside = false, className, children, restore } = more;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} modal={!beside}>
      <Base.Portal>
        {!beside && <Base.Overlay className={styles.veil} />}
        <Base.Content
          aria-describedby={undefined}
          onCloseAutoFocus={restore}
          onInteractOutside={(event) => beside && event.preventDefault()}
          className={clsx(styles.panel, side === 'left' ? styles.left : styles.right, beside && styles.beside, className)}
        >
          <ClosesByBack />
          {/* Not a header: beside a page that can be used, that would be a second banner. */}
          <div className={styles.panelHeader} data-part="panel-header">
            <Base.Title asChild>
              <h2 className={hideTitle ? layoutStyles.visuallyHidden : undefined}>{title}</h2>
            </Base.Title>
            {head}
            <span className={styles.dialogTools}>
              {tools}
              <Base.Close asChild>
                <IconButton label="Close">
                  <Icon of={X} />
                </IconButton>
              </Base.Close>
            </span>
          </div>
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
