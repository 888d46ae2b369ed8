import { ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import buttonStyles from './button.module.css';
import { Icon } from './icon.tsx';
import { OutsideLink } from './linked.tsx';
import { webLinks } from './web-links.ts';

/** The host without 'www.', or the text if it cannot be parsed. */
const hostOf = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? url;

/** Opens the first web address of a title whose text is itself a link to something else. */
export function TitleAddress({ title }: { title: string }) {
  const link = useMemo(() => webLinks(title)[0], [title]);
  if (!link) return null;
  return (
    <OutsideLink to={link.url} className={buttonStyles.iconButton} label={`Open ${hostOf(link.url)} in a new tab`}>
      <Icon of={ExternalLink} />
    </OutsideLink>
  );
}
