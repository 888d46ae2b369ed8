import { useEffect, useRef, useState } from 'react';
import { isTextField } from '../tasks/proof-gesture.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

interface Handlers {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onText: (text: string) => void;
}

/**
 * Takes what is dropped or pasted anywhere on the page: files wherever the focus is, and text where it is in no text field.
 * Gives whether files are held over the page.
 */
export function useAnywhere(handlers: Handlers): boolean {
  const newest = useRef(handlers);
  newest.current = handlers;
  const [over, setOver] = useState(false);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text').trim() ?? '';
      // Some programs put a picture of the text beside the text itself.
      if (files.length > 0 && text === '') newest.current.onFiles(files);
      else if (text !== '' && !isTextField(event.target)) newest.current.onText(text);
      else return;
      event.preventDefault();
    };
    const hold = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData('text/uri-list').trim() ?? '';
      if (files.length > 0) newest.current.onFiles(files);
      else if (text !== '' && !isTextField(event.target)) newest.current.onText(text);
      else return;
      event.preventDefault();
    };
    document.addEventListener('paste', paste);
    window.addEventListener('dragover', hold);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      window.removeEventListener('dragover', hold);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}
