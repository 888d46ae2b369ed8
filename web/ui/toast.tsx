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
let standing: { id: Id; take: () => void } | null = null;
let replaced: Id | null = null;

function Body({ id, kind, text, detail, undo }: ToastOptions & { id: Id; kind: Kind; text: string }) {
  const hold = (duration: number) => put(kind, text, { id, ...(detail ? { detail } : {}), ...(undo ? { undo } : {}) }, duration);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to press, it only holds while its buttons have the focus
    <div
      className={kind === 'bad' ? 'toast bad' : 'toast'}
      data-toast={kind}
      onFocus={() => hold(Number.POSITIVE_INFINITY)}
      onBlur={() => hold(DURATION)}
    >
      <Icon of={kind === 'bad' ? CircleAlert : Check} />
      <span className="toast-t">
        {text}
        {detail && <small>{detail}</small>}
      </span>
      {undo && (
        <button type="button" className="btn" onClick={() => takeBack(id, undo)}>
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

function takeBack(id: Id, undo: () => void): void {
  if (standing?.id === id) standing = null;
  replaced = null;
  undo();
  // A toast that the undo itself shows under the same id has replaced this one already.
  if (replaced !== id) base.dismiss(id);
}

function put(kind: Kind, text: string, { id, ...rest }: ToastOptions, duration: number): Id {
  const gone = (own: Id) => {
    if (standing?.id === own) standing = null;
  };
  const own = base.custom((its) => <Body id={its} kind={kind} text={text} {...rest} />, {
    duration,
    onDismiss: (one) => gone(one.id),
    onAutoClose: (one) => gone(one.id),
    ...(id === undefined ? {} : { id }),
  });
  const { undo } = rest;
  replaced = own;
  gone(own);
  if (undo) standing = { id: own, take: () => takeBack(own, undo) };
  return own;
}

/** Short messages, shown for 3.5 s, and longer while hovered or focused. `undo` adds a button; the key `z` does the same. */
export const toast = {
  success: (text: string, options: ToastOptions = {}): Id => put('good', text, options, DURATION),
  error: (text: string, options: ToastOptions = {}): Id => put('bad', text, options, DURATION),
  dismiss: (id?: Id) => base.dismiss(id),
};

const writes = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'z' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target) || !standing) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // a screen's own `z` is for changes whose toast has gone
  standing.take();
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
