import { clsx } from 'clsx';
import { CircleAlert, ClockAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type Tone = 'neutral' | 'kept' | 'due' | 'missed' | 'review' | 'accent';
const TONES: Record<Tone, string> = {
  neutral: '',
  kept: 'tone-kept',
  due: 'tone-due',
  missed: 'tone-missed',
  review: 'tone-review',
  accent: 'tone-accent',
};

export const Badge = ({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) => (
  <span className={clsx('bd', TONES[tone])}>
    {icon}
    {children}
  </span>
);

export type SeverityLevel = 'critical' | 'high' | 'medium' | 'low';
const SEVERITIES: Record<SeverityLevel, { word: string; icon: LucideIcon; tone: string }> = {
  critical: { word: 'Critical', icon: CircleAlert, tone: 'missed' },
  high: { word: 'High', icon: TriangleAlert, tone: 'missed' },
  medium: { word: 'Medium', icon: ClockAlert, tone: 'due' },
  low: { word: 'Low', icon: Info, tone: 'q2' },
};

/** The severity of an alert as an icon and a word. With `iconOnly` the word is the accessible name of the icon. */
export function Severity({ level, iconOnly = false }: { level: SeverityLevel; iconOnly?: boolean }) {
  const { word, icon, tone } = SEVERITIES[level];
  if (iconOnly) return <Icon of={icon} className={tone} label={word} />;
  return (
    <span className={clsx('sev', tone)}>
      <Icon of={icon} />
      {word}
    </span>
  );
}
/** The severity as a coloured word, for rows that show the icon in the margin. */
export const SeverityWord = ({ level }: { level: SeverityLevel }) => (
  <span className={clsx('sev', SEVERITIES[level].tone)}>{SEVERITIES[level].word}</span>
);

export const Tag = ({ children }: { children: string }) => <span className="tag">{children}</span>;

/** Shows at most `shown` tags, then the number of the remaining ones ('+3'). */
export function Tags({ tags, shown = 2 }: { tags: readonly string[]; shown?: number }) {
  const rest = tags.slice(shown);
  return (
    <>
      {tags.slice(0, shown).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {rest.length > 0 && (
        <span className="s1 q3" title={rest.map((tag) => `#${tag}`).join(' ')}>
          +{rest.length}
        </span>
      )}
    </>
  );
}

export const Kbd = ({ children }: { children: ReactNode }) => <kbd className="kbd">{children}</kbd>;

export type PriorityLevel = 'high' | 'medium' | 'low' | 'none';
const PRIORITIES = { high: 'priority-high', medium: 'priority-medium', low: 'priority-low' };
/** Renders nothing for 'none'. */
export function Priority({ level, word = false }: { level: PriorityLevel; word?: boolean }) {
  if (level === 'none') return null;
  const name = `Priority ${level}`;
  return (
    <span className="u-marked">
      <span className={clsx('pri', PRIORITIES[level])} role="img" aria-label={name} title={name}>
        <i />
        <i />
        <i />
      </span>
      {word && <span aria-hidden="true">{level[0]?.toUpperCase() + level.slice(1)}</span>}
    </span>
  );
}
