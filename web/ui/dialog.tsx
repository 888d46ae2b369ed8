import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Base } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';
import { ClosesByBack } from './closes-by-back.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';
import layoutStyles from './layout.module.css';
import menuStyles from './menu.module.css';

/** A task that was moved to another day has a new row. The removed row still knows its task. */
function newRowOf(element: Element | null): HTMLElement | null {
  const id = element?.closest('[data-task]')?.getAttribute('data-task');
  return id ? document.querySelector<HTMLElement>(`main [data-task="${CSS.escape(id)}"] a`) : null;
}

/**
 * Restores the focus when an overlay closes. The element that had the focus before gets it back; if it no longer exists, the
 * new row of its task or the main content gets it. Radix does this only for its own triggers. If another element has taken the focus in the meantime, it
 * keeps it. Returns the handler for `onCloseAutoFocus`.
 */
export function useRestoreFocus(open: boolean, origin?: Element | null): (event: Event) => void {
  const was = useRef(false);
  const before = useRef<Element | null>(null);
  if (open !== was.current) {
    was.current = open;
    if (open) before.current = origin ?? document.activeElement;
  }
  return (event) => {
    event.preventDefault();
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return;
    const there =
      before.current?.isConnected && before.current !== body
        ? before.current
        : (newRowOf(before.current) ?? document.getElementById('main'));
    if (there instanceof HTMLElement) there.focus({ preventScroll: true });
  };
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

/** In the middle of the window, or at the bottom on a phone. Escape and a press outside close it. */
export function Dialog({ open, onOpenChange, title, text, children, actions }: DialogProps) {
  const restore = useRestoreFocus(open);
  return (
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
}

interface BareDialogProps {
  /** For screen readers only. */
  title: string;
  className?: string | undefined;
  /** What gets the focus back, if it is not what has it when the dialog appears. */
  before?: Element | null;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog near the top of the window that shows nothing but its content, and is open from the start. The content takes the focus itself. */
export function BareDialog({ title, className, before, onClose, children }: BareDialogProps) {
  const restore = useRestoreFocus(true, before);
  return (
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
}

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

/** A panel at a side of the window: for the side bar, for a task on a phone, and for a routine. */
export function Panel({ open, onOpenChange, title, hideTitle = false, head, side = 'right', tools, beside = false, ...more }: PanelProps) {
  const { className, children } = more;
  const restore = useRestoreFocus(open);
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
