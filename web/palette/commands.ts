import {
  Archive,
  Bell,
  CalendarCheck2,
  CalendarClock,
  CalendarDays,
  CalendarOff,
  ChartColumn,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  CreditCard,
  FileText,
  History,
  Inbox,
  Keyboard,
  LayoutDashboard,
  ListChecks,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  MoonStar,
  PanelLeft,
  Plug,
  Plus,
  Repeat,
  RotateCcw,
  Settings,
  Share2,
  Shield,
  Stamp,
  Sun,
  Undo2,
  User,
  UserRoundCheck,
  UserRoundPlus,
} from 'lucide-react';
import { folded } from '../../src/contracts/words/spelling.ts';
import type { Task } from '../api/tasks.ts';
import { isOpen } from '../tasks/state.ts';
import { MOD } from '../ui/key-press.ts';

/** A command opens an address, triggers a shortcut of the screen, or is run by the palette itself. */
export type CommandAction =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'press'; readonly key: string }
  | { readonly kind: 'theme'; readonly theme: 'system' | 'light' | 'dark' }
  | { readonly kind: 'side' }
  | { readonly kind: 'nothing-due' }
  | { readonly kind: 'sign-out' };

export interface Command {
  readonly name: string;
  /** Further search words. */
  readonly also?: string;
  readonly icon: LucideIcon;
  readonly keys?: readonly string[];
  readonly action: CommandAction;
}

const go = (name: string, to: string, icon: LucideIcon, also = ''): Command => ({ name, icon, also, action: { kind: 'go', to } });

export const COMMANDS: readonly Command[] = [
  { name: 'New task', icon: Plus, keys: ['n'], also: 'add write promise', action: { kind: 'go', to: '/todo?new=1' } },
  go('New routine', '/todo?tab=routines&routine=new', Repeat, 'add repeat recurring'),
  { name: 'Take back the last change', icon: Undo2, keys: ['z'], also: 'undo', action: { kind: 'press', key: 'z' } },
  { name: 'Nothing due today', icon: CircleX, also: 'no reminder empty day', action: { kind: 'nothing-due' } },
  go('Dashboard', '/dashboard', LayoutDashboard, 'home today'),
  go('Close the day', '/close-of-day', MoonStar, 'evening streak decide open tasks'),
  go('Todo', '/todo', ListChecks, 'tasks upcoming'),
  go('Today', '/todo?tab=today', CalendarCheck2, 'todo due'),
  go('Inbox', '/todo?tab=inbox', Inbox, 'todo no date someday'),
  go('Day', '/todo/plan?show=day', CalendarClock, 'plan calendar day line time boxes'),
  go('Week', '/todo/plan', CalendarDays, 'plan calendar time boxes'),
  go('Month', '/todo/plan?show=month', CalendarDays, 'plan calendar time boxes'),
  go('Routines', '/todo?tab=routines', Repeat, 'recurring repeat'),
  go('Missed', '/todo?tab=missed', CircleX, 'overdue late'),
  go('Start fresh', '/start-fresh', RotateCcw, 'missed sort out again drop'),
  go('Completed', '/todo?tab=completed', CircleCheck, 'done kept'),
  go('Archived', '/todo?tab=archived', Archive),
  go('Alerts', '/alerts', Bell),
  go('Verify', '/verify', Stamp, 'proof review verification pending'),
  go('Decided proof', '/verify?tab=history', Stamp, 'verify history verified rejected expired numbers'),
  go('Report', '/report', ChartColumn, 'weekly daily overall'),
  go('History', '/report?tab=history', History, 'audit trail log'),
  go('Posts', '/posts', Share2, 'social share premium week streak'),
  go('Settings', '/settings', Settings),
  go('Integrations', '/settings/integrations', Plug, 'settings gmail github google connect'),
  go('Notifications', '/settings/notifications', FileText, 'settings mail'),
  go('Time & Deadlines', '/settings/time', Clock, 'settings reminder report assessment proof'),
  go('Vacations', '/settings/time#vacations', CalendarOff, 'settings days off holiday'),
  go('Invite a partner', '/settings/accountability_partner#invite', UserRoundPlus, 'accountability person judge'),
  go('Accountability Partners', '/settings/accountability_partner', UserRoundCheck, 'settings'),
  go('Subscription & Plans', '/settings/subscription', CreditCard, 'settings pro trial price billing invoice ai key usage'),
  go('Account Management', '/settings/account', Shield, 'settings export delete'),
  go('Profile', '/profile', User, 'name zone password'),
  { name: 'Theme of the system', icon: Monitor, also: 'appearance', action: { kind: 'theme', theme: 'system' } },
  { name: 'Light theme', icon: Sun, also: 'appearance', action: { kind: 'theme', theme: 'light' } },
  { name: 'Dark theme', icon: Moon, also: 'appearance', action: { kind: 'theme', theme: 'dark' } },
  { name: 'Toggle sidebar', icon: PanelLeft, keys: [MOD, 'B'], action: { kind: 'side' } },
  { name: 'Keyboard', icon: Keyboard, keys: ['?'], also: 'shortcuts keys help', action: { kind: 'press', key: '?' } },
  go('Help', '/help', CircleHelp, 'words meaning glossary what is kept missed streak freeze'),
  { name: 'Sign out', icon: LogOut, also: 'log out leave', action: { kind: 'sign-out' } },
];

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

/**
 * The rank of a match: 0 if the name begins with the typed text, 1 if one of its words does, 2 if it contains the text. Null:
 * no match.
 */
function rank(name: string, also: string, words: readonly string[]): number | null {
  const [own, all] = [folded(name), folded(`${name} ${also}`)];
  if (!words.every((word) => all.includes(word))) return null;
  const first = words[0] ?? '';
  return own.startsWith(first) ? 0 : all.split(/\s+/).some((word) => word.startsWith(first)) ? 1 : 2;
}

function best<T>(things: readonly T[], words: readonly string[], of: (thing: T) => readonly [string, string]): T[] {
  return things
    .map((thing) => ({ thing, at: rank(...of(thing), words) }))
    .filter((one): one is { thing: T; at: number } => one.at !== null)
    .sort((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
}

export const findCommands = (text: string): Command[] => best(COMMANDS, wordsOf(text), ({ name, also = '' }) => [name, also]);

/** Keeps only the first open task of each routine. The list is ordered by due instant. */
function oneOfEach(tasks: readonly Task[]): Task[] {
  const seen = new Set<string>();
  return tasks.filter(({ recurringTaskId: id, title }) => {
    if (id === null) return true;
    const known = seen.has(`${id} ${title}`);
    seen.add(`${id} ${title}`);
    return !known;
  });
}

/** Each word must occur in title, notes or tags. Open tasks come first. Without a word the result is empty. */
export function findTasks(text: string, tasks: readonly Task[], limit: number): Task[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const found = best(tasks, words, (task) => [task.title, `${task.tags.join(' ')} ${task.description ?? ''}`]);
  return [...oneOfEach(found.filter(isOpen)), ...found.filter((task) => !isOpen(task))].slice(0, limit);
}
