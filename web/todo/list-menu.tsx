import { CalendarDays, Ellipsis, ScanSearch } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuCaption, MenuChoice, MenuItem, MenuLink } from '../ui/menu.tsx';
import type { ListOrder } from './own-order.ts';

export const ORDERS: readonly { readonly value: ListOrder; readonly label: string }[] = [
  { value: 'date', label: 'By date' },
  { value: 'own', label: 'My order' },
];

interface ListMenuProps {
  readonly hasWeek: boolean;
  /** Null: it has a button of its own, or there is nothing to prioritise. */
  readonly onPrioritise: (() => void) | null;
  /** Null: the list has one order only. */
  readonly order: ListOrder | null;
  readonly onOrder: (order: ListOrder) => void;
}

/** What can be done with a list, where there is no room for a button for each. */
export const ListMenu = ({ hasWeek, onPrioritise, order, onOrder }: ListMenuProps) => (
  <Menu
    trigger={
      <IconButton label="More for this list">
        <Icon of={Ellipsis} />
      </IconButton>
    }
  >
    {hasWeek && (
      <MenuLink to="/todo/plan" icon={CalendarDays}>
        Week
      </MenuLink>
    )}
    {onPrioritise && (
      <MenuItem icon={ScanSearch} onSelect={onPrioritise}>
        Prioritise today
      </MenuItem>
    )}
    {order !== null && (
      <>
        <MenuCaption>Order</MenuCaption>
        <MenuChoice label="Order" value={order} onChange={onOrder} options={ORDERS} />
      </>
    )}
  </Menu>
);
