import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import { MenuChoice } from './menu.tsx';
import { Segmented } from './segmented.tsx';

export type Theme = 'system' | 'light' | 'dark';
const THEME_KEY = 'vouch-theme'; // public/theme.js reads it too, before the first paint
const listeners = new Set<() => void>();

function chosen(): Theme {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply(theme);
  for (const notify of listeners) notify();
}

function listen(notify: () => void): () => void {
  const other = (event: StorageEvent) => {
    if (event.key !== THEME_KEY && event.key !== null) return;
    apply(chosen());
    notify();
  };
  listeners.add(notify);
  window.addEventListener('storage', other);
  return () => {
    listeners.delete(notify);
    window.removeEventListener('storage', other);
  };
}

/** Stored in this browser. Other tabs follow a change. */
const useTheme = (): Theme => useSyncExternalStore(listen, chosen, () => 'system');

const THEMES = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeToggle() {
  const theme = useTheme();
  const options = THEMES.map(({ value, label, icon }) => ({
    value: value as Theme,
    label: (
      <>
        <Icon of={icon} />
        {label}
      </>
    ),
  }));
  return <Segmented label="Theme" value={theme} onChange={setTheme} options={options} />;
}

export function ThemeMenuChoice() {
  return (
    <MenuChoice
      label="Theme"
      value={useTheme()}
      onChange={setTheme}
      options={THEMES.map((one) => ({ ...one, value: one.value as Theme }))}
    />
  );
}
