import './styles/sonner.css';
import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Base, toast as base } from 'sonner';
import { Kbd } from './badge.tsx';
import { Icon } from './icon.tsx';

const DURATION = 3_500;

interface ToastOptions {
  /** A second line of text. */
  detail?: string;
  /** Called when the person presses 'Undo'. */
  undo?: () => void;
  /** A toast with the same id replaces the one that is shown. */
  id?: string | number;
}

type Kind = 'good' | 'bad';
type Id = string | number;

/** The undo that the key `z` runs: that of the newest toast that is still shown. */
let activeUndo: { id: Id; run: () => void } | null = null;
let newestId: Id | null = null;

function Body({ id, kind, text, detail, undo }: ToastOptions & { id: Id; kind: Kind; text: string }) {
  const showFor = (duration: number) => show(kind, text, { id, ...(detail ? { detail } : {}), ...(undo ? { undo } : {}) }, duration);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to press, it only holds while its buttons have the focus
    <div
      className={kind === 'bad' ? 'toast bad' : 'toast'}
      data-toast={kind}
      onFocus={() => showFor(Number.POSITIVE_INFINITY)}
      onBlur={() => showFor(DURATION)}
    >
      <Icon of={kind === 'bad' ? CircleAlert : Check} />
      <span className="toast-t">
        {text}
        {detail && <small>{detail}</small>}
      </span>
      {undo && (
        <button type="button" className="btn" onClick={() => runUndo(id, undo)}>
          Undo
          <Kbd>z</Kbd>
        </button>
      )}
      <button type="button" className="toast-x" aria-label="Dismiss" onClick={() => base.dismiss(id)}>
        <Icon of={X} />
      </button>
    </div>
  );
}

function runUndo(id: Id, undo: () => void): void {
  if (activeUndo?.id === id) activeUndo = null;
  newestId = null;
  undo();
  // A toast that the undo itself shows under the same id has replaced this one already.
  if (newestId !== id) base.dismiss(id);
}

function show(kind: Kind, text: string, { id, ...rest }: ToastOptions, duration: number): Id {
  const forget = (shownId: Id) => {
    if (activeUndo?.id === shownId) activeUndo = null;
  };
  const shownId = base.custom((its) => <Body id={its} kind={kind} text={text} {...rest} />, {
    duration,
    onDismiss: (one) => forget(one.id),
    onAutoClose: (one) => forget(one.id),
    ...(id === undefined ? {} : { id }),
  });
  const { undo } = rest;
  newestId = shownId;
  forget(shownId);
  if (undo) activeUndo = { id: shownId, run: () => runUndo(shownId, undo) };
  return shownId;
}

/** Short messages, shown for 3.5 s, and longer while hovered or focused. `undo` adds a button; the key `z` does the same. */
export const toast = {
  success: (text: string, options: ToastOptions = {}): Id => show('good', text, options, DURATION),
  error: (text: string, options: ToastOptions = {}): Id => show('bad', text, options, DURATION),
  dismiss: (id?: Id) => base.dismiss(id),
};

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'z' || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target) || !activeUndo) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // a screen's own `z` is for changes whose toast has gone
  activeUndo.run();
}

/** Shows the toasts. It is rendered once, at the bottom left, or above the bottom bar on a phone. */
export function Toaster() {
  useEffect(() => {
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <Base
      position="bottom-left"
      expand
      visibleToasts={3}
      gap={8}
      offset={20}
      mobileOffset={{ bottom: 'calc(72px + env(safe-area-inset-bottom))', left: 12, right: 12 }}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true }}
    />
  );
}
