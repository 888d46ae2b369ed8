import { Monitor, Moon, Sun } from 'lucide-react';
import { Icon } from './icon.tsx';
import { MenuChoice } from './menu.tsx';
import { Segmented } from './tabs.tsx';
import { setTheme, type Theme, useTheme } from './theme.ts';

const THEMES = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

/** The choice between system, light and dark theme as three buttons. */
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

/** The same choice as three rows of a menu. */
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
