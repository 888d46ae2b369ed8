import { useEffect } from 'react';

/** Presses a button once while Enter is held down on it. Browsers press it again and again, so that a task would be done and undone. */
export function usePressOnce(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
