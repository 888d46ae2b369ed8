import { clsx } from 'clsx';
import buttonStyles from './button.module.css';
import styles from './toast.module.css';
import './styles/sonner.css';
import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal as renderInto } from 'react-dom';
import { Link } from 'react-router-dom';
import { Toaster as Base, toast as base } from 'sonner';
import { REGION_ID } from './announcer.tsx';
import { Kbd } from './badge.tsx';
import { Icon } from './icon.tsx';
import { isCommand, isTaken, isTextField, MOD, takesLetters } from './key-press.ts';

const DURATION = 3_500;

export interface ToastOptions {
  detail?: string;
  undo?: () => void;
  link?: { readonly to: string; readonly label: string };
  /** A toast with the same name replaces the one that is shown. */
  id?: string;
}

type Kind = 'good' | 'bad';
type Id = string | number;
type Content = Omit<ToastOptions, 'id'> & { readonly kind: Kind; readonly text: string };

/** The keys run the undo of the newest visible toast. */
let activeUndo: { id: Id; run: () => void } | null = null;
/** Whether the person has typed since that toast appeared. */
let typedSince = false;
/** The visible toast of each name. One that is closing is not in it: the library would remove a new message with it. */
const named = new Map<string, Id>();
let newestId: Id | null = null;
/** How many messages were shown. */
let shown = 0;

function Body({ id, content }: { id: Id; content: Content }) {
  const { kind, text, detail, undo, link } = content;
  const showFor = (duration: number) => put(content, duration, id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it reacts only to the focus of its buttons
    <div
      className={kind === 'bad' ? clsx(styles.toast, styles.failure) : styles.toast}
      data-toast={kind}
      onFocus={() => showFor(Number.POSITIVE_INFINITY)}
      onBlur={() => showFor(DURATION)}
    >
      <Icon of={kind === 'bad' ? CircleAlert : Check} />
      <span className={styles.text}>
        <span dir="auto">{text}</span>
        {detail && <small dir="auto">{detail}</small>}
      </span>
      {link && (
        <Link className={buttonStyles.button} data-part="button" to={link.to} onClick={() => close(id)}>
          {link.label}
        </Link>
      )}
      {undo && (
        <button type="button" className={buttonStyles.button} data-part="button" onClick={() => runUndo(id, undo)}>
          Undo
          <UndoKeys />
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => close(id)}>
        <Icon of={X} />
      </button>
    </div>
  );
}

type Hint = 'letter' | 'command' | 'none';
/** The label of the undo key, which depends on the focus. */
function hintNow(): Hint {
  const { activeElement } = document;
  if (isTextField(activeElement)) return typedSince ? 'none' : 'command';
  return takesLetters(activeElement) ? 'command' : 'letter';
}
const EVENTS = ['focusin', 'focusout', 'input'] as const;
function onHint(notify: () => void): () => void {
  // The new focus is known only after the event.
  const soon = () => setTimeout(notify);
  for (const name of EVENTS) document.addEventListener(name, soon);
  return () => {
    for (const name of EVENTS) document.removeEventListener(name, soon);
  };
}

function UndoKeys() {
  const hint = useSyncExternalStore(onHint, hintNow);
  if (hint === 'none') return null;
  if (hint === 'letter') return <Kbd>z</Kbd>;
  return (
    <>
      <Kbd>{MOD}</Kbd>
      <Kbd>Z</Kbd>
    </>
  );
}

function runUndo(id: Id, undo: () => void): void {
  if (activeUndo?.id === id) activeUndo = null;
  const before = shown;
  undo();
  // The undo may show its own message in the same place. It must not be dismissed.
  if (shown === before || newestId !== id) close(id);
}

function forget(id: Id): void {
  if (activeUndo?.id === id) activeUndo = null;
  if (newestId === id) newestId = null;
  for (const [name, one] of named) if (one === id) named.delete(name);
}

function close(id: Id): void {
  forget(id);
  base.dismiss(id);
}

/** `place`: of a visible toast, which gets this content. */
function put(content: Content, duration: number, place?: Id): Id {
  const id = base.custom((its) => <Body id={its} content={content} />, {
    duration,
    onDismiss: (one) => forget(one.id),
    onAutoClose: (one) => forget(one.id),
    ...(place === undefined ? {} : { id: place }),
  });
  const { undo } = content;
  if (activeUndo?.id === id) activeUndo = null;
  typedSince = false;
  if (undo) activeUndo = { id, run: () => runUndo(id, undo) };
  return id;
}

/** Only the newest toast is replaced in its place. An older one may be hidden behind three others, so its successor comes to the front. */
function show({ id: name, ...content }: Content & Pick<ToastOptions, 'id'>): void {
  const former = name === undefined ? undefined : named.get(name);
  if (former !== undefined && former !== newestId) close(former);
  newestId = put(content, DURATION, former === newestId ? former : undefined);
  shown += 1;
  if (name !== undefined) named.set(name, newestId);
}

function dismiss(name: string): void {
  const id = named.get(name);
  if (id !== undefined) close(id);
}

const TOASTS = {
  success: (text: string, options: ToastOptions = {}): void => show({ kind: 'good', text, ...options }),
  error: (text: string, options: ToastOptions = {}): void => show({ kind: 'bad', text, ...options }),
  dismiss,
};
export type Toasts = typeof TOASTS;

/**
 * `z` and Ctrl+Z run the newest undo. In a text field only Ctrl+Z does, and only until the person types there: from then on
 * Ctrl+Z belongs to the text.
 */
function onKey(event: KeyboardEvent): void {
  const isUndo = isCommand(event, 'z') ? !isTextField(event.target) || !typedSince : event.key === 'z' && !isTaken(event);
  if (!isUndo || !activeUndo || event.isComposing || event.defaultPrevented) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // a screen's own `z` is for changes whose toast has gone
  if (!event.repeat) activeUndo.run();
}

/** `Toaster` renders it. `onShown` is given what shows toasts in it, and null when it is removed. */
export function ToastList({ onShown }: { onShown: (toasts: Toasts | null) => void }) {
  const [region, setRegion] = useState<Element | null>(null);
  useEffect(() => setRegion(document.getElementById(REGION_ID)), []);
  useEffect(() => {
    // The library drops what it is given before its own list is there.
    if (region) onShown(TOASTS);
    return () => onShown(null);
  }, [region, onShown]);
  useEffect(() => {
    const onInput = () => {
      typedSince = true;
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('input', onInput, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('input', onInput, true);
    };
  }, []);
  if (!region) return null;
  return renderInto(
    <Base
      position="bottom-left"
      expand
      visibleToasts={3}
      gap={8}
      offset={20}
      mobileOffset={{ bottom: 'calc(4.8rem + env(safe-area-inset-bottom))', left: 12, right: 12 }}
      customAriaLabel="Messages"
      toastOptions={{ unstyled: true }}
    />,
    region,
  );
}
