import { ChevronDown } from 'lucide-react';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuCaption, MenuLink } from '../ui/menu.tsx';
import type { TodoPlace } from './address.ts';
import styles from './list-picker.module.css';
import { type ListLink, useListLinks } from './lists.ts';

/** The title of the screen. Where the side bar does not show the lists, the title opens them. */
export function ListPicker({ name, place }: { name: string; place: TodoPlace }) {
  return (
    <div className={styles.picker}>
      <h1 tabIndex={-1} dir="auto">
        {name}
      </h1>
      <Menu
        label="Lists"
        align="start"
        trigger={
          <IconButton label={sentence`Lists, now ${name}`} className={styles.button}>
            <Icon of={ChevronDown} />
          </IconButton>
        }
      >
        <ListItems place={place} />
      </Menu>
    </div>
  );
}

/** With the numbers, which change with each tick. So the menu renders them only while it is open. */
function ListItems({ place }: { place: TodoPlace }) {
  const { lists, filters } = useListLinks(place);
  return (
    <>
      {lists.map(item)}
      {filters.length > 0 && <MenuCaption>Saved filters</MenuCaption>}
      {filters.map(item)}
    </>
  );
}

const item = ({ key, name, icon, to, chosen, count }: ListLink) => (
  <MenuLink key={key} to={to} icon={icon} chosen={chosen} end={count || undefined}>
    <bdi>{name}</bdi>
  </MenuLink>
);
