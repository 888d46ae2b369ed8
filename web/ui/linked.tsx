import { LinkifyIt } from 'linkify-it';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import buttonStyles from './button.module.css';
import { Icon } from './icon.tsx';
import textStyles from './text.module.css';

/** Finds addresses that begin with http or https. An address of mail or a bare 'example.org' is no link. */
const finder = new LinkifyIt({ fuzzyEmail: false }).add('ftp:', null).add('mailto:', null).add('//', null);

export interface WebLink {
  /** Begins with http or https, in any case. */
  readonly url: string;
  /** Positions in the text. */
  readonly from: number;
  readonly to: number;
}

/** In the order of the text. */
export const webLinks = (text: string): readonly WebLink[] =>
  (finder.match(text) ?? []).map(({ url, index, lastIndex }) => ({ url, from: index, to: lastIndex }));

/** The host without 'www.', or the text if it cannot be parsed. */
const hostOf = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? url;

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

/** Opens the first web address of a title whose text is itself a link to something else. */
export function TitleLink({ title }: { title: string }) {
  const link = useMemo(() => webLinks(title)[0], [title]);
  if (!link) return null;
  return (
    <OutsideLink to={link.url} className={buttonStyles.iconButton} label={`Open ${hostOf(link.url)} in a new tab`}>
      <Icon of={ExternalLink} />
    </OutsideLink>
  );
}
