import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useAnnouncement } from './announcer.tsx';

export interface StatusProps extends ComponentProps<'div'> {
  as?: 'span' | 'p' | 'div' | 'b' | 'section';
  /** Whether it is also announced when it appears, because it appears after something that the person did. */
  fresh?: boolean;
}

// biome-ignore lint/performance/useDomNodeTextContent: textContent joins the texts of neighbouring blocks without a space
const wordsOf = (element: HTMLElement): string => element.innerText.replace(/\s+/g, ' ').trim();

/** Shows a state, and announces it when it changes. */
export function Status({ as = 'span', fresh = false, children, ...rest }: StatusProps) {
  const Tag = as as 'div';
  const place = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  useAnnouncement(text);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const first = wordsOf(element);
    if (fresh) setText(first);
    // Parts of the content change without this component being rendered.
    const watch = new MutationObserver(() => setText((before) => (wordsOf(element) === first && before === '' ? '' : wordsOf(element))));
    watch.observe(element, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [fresh]);
  return (
    <Tag {...rest} ref={place}>
      {children}
    </Tag>
  );
}
