import {
  Archive,
  Bell,
  CalendarOff,
  ChartColumn,
  CircleX,
  Clock,
  FileText,
  History,
  Keyboard,
  LayoutDashboard,
  ListChecks,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  Repeat,
  Settings,
  Shield,
  Sun,
  Undo2,
  User,
  UserRoundCheck,
} from 'lucide-react';

/** What a command does: leads somewhere, presses a key for the person, or is done by the palette. */
export type Deed =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'press'; readonly key: string }
  | { readonly kind: 'theme'; readonly theme: 'system' | 'light' | 'dark' }
  | { readonly kind: 'side' }
  | { readonly kind: 'nothing-due' }
  | { readonly kind: 'sign-out' };

export interface Command {
  readonly name: string;
  /** Other words for it. */
  readonly also?: string;
  readonly icon: LucideIcon;
  readonly keys?: readonly string[];
  readonly deed: Deed;
}

const go = (name: string, to: string, icon: LucideIcon, also = ''): Command => ({ name, icon, also, deed: { kind: 'go', to } });

export const COMMANDS: readonly Command[] = [
  { name: 'New task', icon: Plus, keys: ['n'], also: 'add write promise', deed: { kind: 'go', to: '/todo?new=1' } },
  go('New routine', '/todo?tab=routines&routine=new', Repeat, 'add repeat recurring'),
  { name: 'Take back the last change', icon: Undo2, keys: ['z'], also: 'undo', deed: { kind: 'press', key: 'z' } },
  { name: 'Nothing due today', icon: CircleX, also: 'no reminder empty day', deed: { kind: 'nothing-due' } },
  go('Dashboard', '/dashboard', LayoutDashboard, 'home today'),
  go('Todo', '/todo', ListChecks, 'tasks upcoming'),
  go('Routines', '/todo?tab=routines', Repeat, 'recurring repeat'),
  go('Missed', '/todo?tab=missed', CircleX, 'overdue late'),
  go('Archived', '/todo?tab=archived', Archive),
  go('Alerts', '/alerts', Bell),
  go('Report', '/report', ChartColumn, 'weekly daily overall'),
  go('History', '/report?tab=history', History, 'audit trail log'),
  go('Settings', '/settings', Settings),
  go('Notifications', '/settings/notifications', FileText, 'settings mail'),
  go('Time & Deadlines', '/settings/time', Clock, 'settings reminder report assessment proof'),
  go('Vacations', '/settings/time#vacations', CalendarOff, 'settings days off holiday'),
  go('Accountability Partners', '/settings/accountability_partner', UserRoundCheck, 'settings'),
  go('Account Management', '/settings/account', Shield, 'settings export delete'),
  go('Profile', '/profile', User, 'name zone password'),
  { name: 'Theme of the system', icon: Monitor, also: 'appearance', deed: { kind: 'theme', theme: 'system' } },
  { name: 'Light theme', icon: Sun, also: 'appearance', deed: { kind: 'theme', theme: 'light' } },
  { name: 'Dark theme', icon: Moon, also: 'appearance', deed: { kind: 'theme', theme: 'dark' } },
  { name: 'Toggle sidebar', icon: PanelLeft, keys: ['Ctrl', 'B'], deed: { kind: 'side' } },
  { name: 'Keyboard', icon: Keyboard, keys: ['?'], also: 'shortcuts keys help', deed: { kind: 'press', key: '?' } },
  { name: 'Sign out', icon: LogOut, also: 'log out leave', deed: { kind: 'sign-out' } },
];
