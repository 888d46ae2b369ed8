import { Check, CircleAlert, X } from 'lucide-react';
import { Toaster as Base, toast as base } from 'sonner';
import { Icon } from './icon.tsx';

const DURATION = 3_500;

interface ToastOptions {
  /** A second line. */
  detail?: string;
  /** One press takes it back. */
  undo?: () => void;
  /** The same id replaces what stands. */
  id?: string | number;
}

function Body({ id, kind, text, detail, undo }: ToastOptions & { id: string | number; kind: 'good' | 'bad'; text: string }) {
  return (
    <div className={kind === 'bad' ? 'toast bad' : 'toast'} data-toast={kind}>
      <Icon of={kind === 'bad' ? CircleAlert : Check} />
      <span className="toast-t">
        {text}
        {detail && <small>{detail}</small>}
      </span>
      {undo && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            base.dismiss(id);
            undo();
          }}
        >
          Undo
        </button>
      )}
      <button type="button" className="toast-x" aria-label="Dismiss" onClick={() => base.dismiss(id)}>
        <Icon of={X} />
      </button>
    </div>
  );
}

const show = (kind: 'good' | 'bad') => (text: string, { id, ...rest }: ToastOptions = {}) =>
  base.custom((own) => <Body id={own} kind={kind} text={text} {...rest} />, { duration: DURATION, ...(id === undefined ? {} : { id }) });

/** For what passes: 3.5 s, held while hovered or focused. */
export const toast = { success: show('good'), error: show('bad'), dismiss: (id?: string | number) => base.dismiss(id) };

/** Once, in the application's frame. */
export const Toaster = () => <Base position="bottom-left" visibleToasts={3} gap={8} offset={20} mobileOffset={{ bottom: 'calc(64px + env(safe-area-inset-bottom))', left: 12, right: 12 }} containerAriaLabel="Messages" toastOptions={{ unstyled: true }} />;
