import { LogOut, Settings, User as UserIcon } from 'lucide-react';
import { messageOf } from '../api/problem.ts';
import type { User } from '../api/session.ts';
import { useSignOut } from '../api/use-sign-out.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { Menu, MenuCaption, MenuItem, MenuLink, MenuRule } from '../ui/menu.tsx';
import { displayName, initials } from '../ui/person.ts';
import { ThemeMenuChoice } from '../ui/theme-toggle.tsx';
import { toast } from '../ui/toast.tsx';

export function UserMenu({ user }: { user: User }) {
  const signingOut = useSignOut((error) => toast.error(messageOf(error)));
  const name = displayName(user);
  return (
    <Menu
      label="Account"
      trigger={
        <IconButton label={`${initials(user)}, account of ${name}`}>
          <Avatar person={user} />
        </IconButton>
      }
    >
      <div className="flex min-h-13 items-center gap-2.5 px-2">
        <Avatar person={user} />
        <span className="min-w-0">
          <b className="b block truncate">{name}</b>
          <span className="q3 s1 block truncate">{user.email}</span>
        </span>
      </div>
      <MenuRule />
      <MenuLink to="/profile" icon={UserIcon}>
        Profile
      </MenuLink>
      <MenuLink to="/settings" icon={Settings}>
        Settings
      </MenuLink>
      <MenuRule />
      <MenuCaption>Theme</MenuCaption>
      <ThemeMenuChoice />
      <MenuRule />
      <MenuItem icon={LogOut} onSelect={() => signingOut.mutate({})}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
