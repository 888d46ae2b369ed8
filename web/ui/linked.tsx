import { type ReactNode, useMemo } from 'react';
import textStyles from './text.module.css';
import { webLinks } from './web-links.ts';

interface OutsideLinkProps {
  readonly to: string;
  readonly className?: string | undefined;
  readonly label?: string;
  readonly children: ReactNode;
}

/** Opens in a new tab. The other site learns neither the page nor the person, and search engines do not count the link. */
export const OutsideLink = ({ to, className = textStyles.link, label, children }: OutsideLinkProps) => (
  <a
    className={className}
    data-part="outside-link"
    href={to}
    target="_blank"
    rel="noopener noreferrer nofollow"
    aria-label={label}
    title={label}
  >
    {children}
  </a>
);

/** A text that a person wrote, in which web addresses are links. */
export function Linked({ text }: { text: string }) {
  const links = useMemo(() => webLinks(text), [text]);
  if (links.length === 0) return text;
  const starts = [0, ...links.map(({ to }) => to)];
  return (
    <>
      {links.map(({ url, from, to }, index) => (
        <span key={from}>
          {text.slice(starts[index], from)}
          <OutsideLink to={url}>{text.slice(from, to)}</OutsideLink>
        </span>
      ))}
      {text.slice(starts.at(-1))}
    </>
  );
}
