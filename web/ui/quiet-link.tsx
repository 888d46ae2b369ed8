import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** A press that opens the address in another tab or window, or saves it, is left to the browser. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);

interface QuietLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
  /** Opens the address within the program. */
  readonly onGo: () => void;
}

/**
 * A link within the program for long lists. The router's own link renders again whenever the address changes, and a list has one in
 * each row.
 */
export function QuietLink({ href, onGo, children, ...rest }: QuietLinkProps) {
  const press = {
    onClick(event: MouseEvent) {
      if (event.defaultPrevented || !isPlain(event)) return;
      event.preventDefault();
      onGo();
    },
  };
  return (
    <a href={href} {...rest} {...press}>
      {children}
    </a>
  );
}
