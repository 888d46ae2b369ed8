import { clsx } from 'clsx';
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { number } from '../../src/contracts/words/format.ts';
import { addressFrom } from '../todo/address.ts';
import { type ListLink, useListLinks } from '../todo/lists.ts';
import badgeStyles from '../ui/badge.module.css';
import { Icon } from '../ui/icon.tsx';
import styles from './side-lists.module.css';

/** The lists of /todo, below its entry. They are shown on that screen only, so that the side bar stays short elsewhere. */
export function SideLists({ onGo }: { onGo: (() => void) | undefined }) {
  const { pathname } = useLocation();
  return pathname === '/todo' ? <Lists onGo={onGo} /> : null;
}

function Lists({ onGo }: { onGo: (() => void) | undefined }) {
  const { search } = useLocation();
  const { lists, filters } = useListLinks(addressFrom(new URLSearchParams(search)));
  const entry = ({ key, ...link }: ListLink) => <Entry key={key} {...link} onGo={onGo} />;
  return (
    <nav aria-label="Tasks" className={styles.lists} data-part="side-lists">
      {lists.map(entry)}
      {filters.length > 0 && <h3 className={styles.caption}>Saved filters</h3>}
      {filters.map(entry)}
    </nav>
  );
}

interface EntryProps extends Omit<ListLink, 'key'> {
  readonly onGo: (() => void) | undefined;
}

const Entry = memo(({ name, icon, to, chosen, count, onGo }: EntryProps) => (
  <Link to={to} onClick={onGo} className={clsx(chosen && styles.chosen)} aria-current={chosen ? 'page' : undefined}>
    <Icon of={icon} />
    <span className={styles.name} dir="auto">
      {name}
    </span>
    {count ? (
      <span className={badgeStyles.count} data-part="count">
        {number(count)}
      </span>
    ) : null}
  </Link>
));
