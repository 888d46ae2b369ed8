import { clsx } from 'clsx';
import { CircleAlert, ClockAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon } from './icon.tsx';
import textStyles from './text.module.css';
import { TEXT_TONES, type TextTone } from './text-tones.ts';

export type Tone = 'neutral' | 'kept' | 'due' | 'missed' | 'review' | 'accent';
const TONES: Record<Tone, string | undefined> = {
  neutral: undefined,
  kept: styles.kept,
  due: styles.due,
  missed: styles.missed,
  review: styles.review,
  accent: styles.accent,
};

export const Badge = ({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) => (
  <span className={clsx(styles.badge, TONES[tone])} data-part="badge">
    {icon}
    {children}
  </span>
);

export type SeverityLevel = 'critical' | 'high' | 'medium' | 'low';
const SEVERITIES: Record<SeverityLevel, { word: string; icon: LucideIcon; tone: TextTone }> = {
  critical: { word: 'Critical', icon: CircleAlert, tone: 'missed' },
  high: { word: 'High', icon: TriangleAlert, tone: 'missed' },
  medium: { word: 'Medium', icon: ClockAlert, tone: 'due' },
  low: { word: 'Low', icon: Info, tone: 'muted' },
};

/** The severity of an alert as an icon and a word. With `iconOnly` the word is the accessible name of the icon. */
export function Severity({ level, iconOnly = false }: { level: SeverityLevel; iconOnly?: boolean }) {
  const { word, icon, tone } = SEVERITIES[level];
  if (iconOnly) return <Icon of={icon} className={TEXT_TONES[tone]} label={word} />;
  return (
    <span className={clsx(styles.severity, TEXT_TONES[tone])} data-part="severity">
      <Icon of={icon} />
      {word}
    </span>
  );
}
/** The severity as a coloured word, for rows that show the icon in the margin. */
export const SeverityWord = ({ level }: { level: SeverityLevel }) => (
  <span className={clsx(styles.severity, TEXT_TONES[SEVERITIES[level].tone])} data-part="severity">
    {SEVERITIES[level].word}
  </span>
);

export const Tag = ({ children }: { children: string }) => (
  <span className={styles.tag} data-part="tag" dir="auto">
    {children}
  </span>
);

/** Shows at most `shown` tags, then the number of the remaining ones ('+3'). */
export function Tags({ tags, shown = 2 }: { tags: readonly string[]; shown?: number }) {
  const rest = tags.slice(shown);
  return (
    <>
      {tags.slice(0, shown).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {rest.length > 0 && (
        <span className={clsx(textStyles.tiny, textStyles.faint)} title={rest.map((tag) => `#${tag}`).join(' ')}>
          +{rest.length}
        </span>
      )}
    </>
  );
}

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className={styles.key} data-part="key">
    {children}
  </kbd>
);

export type PriorityLevel = 'high' | 'medium' | 'low' | 'none';
const PRIORITIES = { high: styles.high, medium: styles.medium, low: styles.low, none: undefined };
/** The sign of a priority without a name, beside or inside something that names it. */
export const PriorityBars = ({ level }: { level: PriorityLevel }) => (
  <span className={clsx(styles.priority, PRIORITIES[level])} aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);
/** Renders nothing for 'none'. */
export function Priority({ level, word = false }: { level: PriorityLevel; word?: boolean }) {
  if (level === 'none') return null;
  const name = `Priority ${level}`;
  return (
    <span className={styles.marked}>
      <span className={clsx(styles.priority, PRIORITIES[level])} role="img" title={name}>
        <i />
        <i />
        <i />
      </span>
      {word && <span aria-hidden="true">{level[0]?.toUpperCase() + level.slice(1)}</span>}
    </span>
  );
}
