import { PanelLeft, Search } from 'lucide-react';
import type { User } from '../api/session.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MOD } from '../ui/key-press.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { Bell } from './bell.tsx';
import type { Side } from './use-side-bar.ts';
import { UserMenu } from './user-menu.tsx';

export const TopBar = ({ user, side, onSearch }: { user: User; side: Side; onSearch: () => void }) => (
  <header className="top">
    <Tooltip text="Toggle sidebar" keys={[MOD, 'B']}>
      <IconButton label="Toggle sidebar" aria-expanded={side.open} onClick={side.toggle}>
        <Icon of={PanelLeft} />
      </IconButton>
    </Tooltip>
    <span className="top-n">
      <b>Vouch</b>Your Success, Verified
    </span>
    <span className="ml-auto flex items-center gap-2 max-md:gap-0">
      <Tooltip text="Search and commands" keys={[MOD, 'K']}>
        <IconButton label="Search and commands" onClick={onSearch}>
          <Icon of={Search} />
        </IconButton>
      </Tooltip>
      <Bell />
      <UserMenu user={user} />
    </span>
  </header>
);
