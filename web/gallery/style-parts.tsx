import { clsx } from 'clsx';
import { Check, Ellipsis, ListFilter, Search, SkipForward, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MARK_NAMES, type MarkName, markWord } from '../../src/contracts/words/marks.ts';
import { Badge, Kbd, Priority, Severity, Tag, Tags } from '../ui/badge.tsx';
import buttonStyles from '../ui/button.module.css';
import { Button, type ButtonVariant, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark, MarkButton } from '../ui/mark.tsx';
import textStyles from '../ui/text.module.css';
import galleryStyles from './gallery.module.css';
import { Part } from './part.tsx';
import styles from './style-parts.module.css';

export function MarksPart() {
  const [mark, setMark] = useState<MarkName>('pending');
  const next: Partial<Record<MarkName, MarkName>> = { pending: 'completed', completed: 'verified', verified: 'pending' };
  return (
    <Part
      title="Marks"
      text="20 px on a 20 px grid, strokes 1.8 and 1.3. A box may be pressed, a tick may be pressed to undo; what has neither is decided or waits for someone."
    >
      <ul className={styles.marks}>
        {MARK_NAMES.map((name) => (
          <li key={name}>
            <Mark name={name} size="l" named={false} />
            <Mark name={name} named={false} />
            <Mark name={name} size="s" named={false} />
            <b>{markWord(name)}</b>
          </li>
        ))}
      </ul>
      <div className={clsx(galleryStyles.line, textStyles.small, textStyles.muted)}>
        <MarkButton key={mark} name={mark} drawn label="Press to see it drawn" onPress={() => setMark(next[mark] ?? 'pending')} />
        Press it: completed, verified, open again.
      </div>
    </Part>
  );
}

const COLOURS = [
  'ground',
  'sheet',
  'raised',
  'sunk',
  'press',
  'line',
  'line-2',
  'edge',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'fill',
  'fill-hover',
  'fill-press',
  'accent-wash',
  'kept',
  'kept-wash',
  'due',
  'due-wash',
  'missed',
  'missed-wash',
  'review',
  'review-wash',
  'h0',
  'h1',
  'h2',
  'h3',
  'h4',
];
export const ColourPart = () => (
  <Part
    title="Colour"
    text="Green-grey paper, near-black ink, one accent: indelible pencil. Green, amber, red and blue belong to the promise's state alone."
  >
    <div className={styles.swatches}>
      {COLOURS.map((name) => (
        <div key={name}>
          <i style={{ background: `var(--${name})` }} />
          {name}
        </div>
      ))}
    </div>
  </Part>
);

export const TypePart = () => (
  <Part title="Type" text="Hanken Grotesk, six sizes. Figures are tabular everywhere. JetBrains Mono for ids, hashes and code.">
    <div className={styles.type}>
      {(['t6', 't5', 't4', 't3', 't2', 't1'] as const).map((step) => (
        <div key={step}>
          <span className={clsx(textStyles.tiny, textStyles.faint)}>{step}</span>
          <span style={{ fontSize: `var(--${step})`, lineHeight: 1.2 }}>
            {step === 't6' ? 'Verified' : 'Promise it, prove it. Nguyễn Thị Minh Châu, Юлія, Ωμέγα, 1,107'}
          </span>
        </div>
      ))}
      <div>
        <span className={clsx(textStyles.tiny, textStyles.faint)}>mono</span>
        <code className={textStyles.small}>#18,402 77fa…d210 a41f9c2 Temporal.ZonedDateTime 0O 1lI</code>
      </div>
    </div>
  </Part>
);

const KINDS: readonly { variant: ButtonVariant; name: string; icon: typeof Check }[] = [
  { variant: 'primary', name: 'Complete', icon: Check },
  { variant: 'secondary', name: 'Skip', icon: SkipForward },
  { variant: 'ghost', name: 'Filter', icon: ListFilter },
  { variant: 'danger', name: 'Delete', icon: Trash2 },
  { variant: 'danger-filled', name: 'Delete Account', icon: Trash2 },
];
export function ButtonsPart() {
  const [busy, setBusy] = useState(false);
  return (
    <Part
      title="Buttons"
      text="One primary a screen. 32 high, 44 on touch and on the landing page. Rest, hover, pressed, focus, off, with an icon."
    >
      {KINDS.map(({ variant, name, icon }) => (
        <div key={variant} className={galleryStyles.line}>
          <Button variant={variant}>{name}</Button>
          <Button variant={variant} className={buttonStyles.hovered}>
            {name}
          </Button>
          <Button variant={variant} className={buttonStyles.pressed}>
            {name}
          </Button>
          <Button variant={variant} className={styles.focused}>
            {name}
          </Button>
          <Button variant={variant} disabled>
            {name}
          </Button>
          <Button variant={variant} icon={<Icon of={icon} />}>
            {name}
          </Button>
        </div>
      ))}
      <div className={galleryStyles.line}>
        <Button variant="primary" size="l">
          Start Free Trial
        </Button>
        <Button size="s">Open</Button>
        <Button variant="primary" busy={busy} busyLabel="Saving..." onClick={() => setBusy(true)}>
          Save Changes
        </Button>
        <Button onClick={() => setBusy(false)}>Not busy</Button>
        <IconButton label="More">
          <Icon of={Ellipsis} />
        </IconButton>
        <IconButton label="Search" on>
          <Icon of={Search} />
        </IconButton>
        <IconButton label="Search, off" disabled>
          <Icon of={Search} />
        </IconButton>
      </div>
    </Part>
  );
}

export const BadgesPart = () => (
  <Part title="Badges, severities, tags" text="A word always. The icon and the colour only help.">
    <div className={galleryStyles.line}>
      <Badge tone="kept" icon={<Mark name="verified" named={false} />}>
        Verified
      </Badge>
      <Badge tone="due" icon={<Mark name="awaiting_proof" named={false} />}>
        Awaiting proof
      </Badge>
      <Badge tone="review" icon={<Mark name="in_review" named={false} />}>
        In review
      </Badge>
      <Badge tone="missed" icon={<Mark name="missed" named={false} />}>
        Missed
      </Badge>
      <Badge>Archived</Badge>
      <Badge tone="accent">Popular</Badge>
    </div>
    <div className={galleryStyles.line}>
      <Severity level="critical" />
      <Severity level="high" />
      <Severity level="medium" />
      <Severity level="low" />
      <Severity level="critical" iconOnly />
    </div>
    <div className={clsx(galleryStyles.line, textStyles.small)}>
      <Tag>work</Tag>
      <Tags tags={['work', 'review', 'billing', 'october', 'temporal']} />
      <Priority level="high" word />
      <Priority level="medium" word />
      <Priority level="low" word />
      <Kbd>n</Kbd>
      <Kbd>Ctrl</Kbd>
      <Kbd>B</Kbd>
    </div>
  </Part>
);
