import { toast } from './toast.tsx';

/** What a press opens is not there yet, and cannot be loaded. */
export const sayNotLoaded = (): void =>
  toast.error('A part of this page could not be loaded.', { detail: 'Try again once you are connected.' });
