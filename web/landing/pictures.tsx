import { FileText, GitCommitHorizontal, Image, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FEATURES } from '../content/landing.ts';
import { Priority, type PriorityLevel } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark, type MarkName } from '../ui/mark.tsx';

const ORDER: readonly [PriorityLevel, string, string][] = [
  ['high', 'Billing: the October fold', '17:00'],
  ['medium', 'Talk outline, Zürich', '18:30'],
  ['low', 'Chapter 7', '21:00'],
];
const PROOFS: readonly [LucideIcon, ReactNode, MarkName][] = [
  [Image, 'p99-after.png', 'verified'],
  [
    GitCommitHorizontal,
    <>
      <code>a41f9c2</code> Use Temporal
    </>,
    'verified',
  ],
  [FileText, 'postmortem.pdf', 'in_review'],
];
/** Sample numbers of tasks by how long before or after their due time they were completed. The last five are late. */
const DELAYS = [3, 5, 9, 16, 26, 38, 22, 10, 6, 3, 2, 1];
const LATE_FROM = 7;

const Order = () => (
  <div className="mini">
    {ORDER.map(([level, title, at]) => (
      <div key={title}>
        <Priority level={level} />
        <span>{title}</span>
        <span className="end">{at}</span>
      </div>
    ))}
  </div>
);

const Proof = () => (
  <div className="mini">
    {PROOFS.map(([icon, what, mark], index) => (
      <div key={['image', 'commit', 'document'][index]}>
        <Icon of={icon} />
        <span>{what}</span>
        <span className="end">
          <Mark name={mark} named={false} />
        </span>
      </div>
    ))}
  </div>
);

const Partner = () => (
  <div className="sgn">
    <span className="sgn-x">Søren Ødegård</span>
    <span>accepted, 16:41</span>
  </div>
);

const Delay = () => (
  <svg className="chart" viewBox="0 0 240 66" preserveAspectRatio="none" aria-hidden="true">
    {DELAYS.map((count, index) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: bars stand in their order and never move
        key={index}
        className={index >= LATE_FROM ? 'ms' : 'k'}
        x={2 + index * 20}
        y={56 - count * 1.3}
        width="16"
        height={count * 1.3}
      />
    ))}
    <path className="ax" d="M0 56.5 H240" />
    <path className="lp-due" d="M141 0 V62" />
  </svg>
);

const Timer = () => (
  <div className="tm">
    <span className="tm-n">24:10</span>
    <span className="s2 q2">of 45 min, Billing: the October fold</span>
    <i>
      <b />
    </i>
  </div>
);

const WEEKS = 31;
/** A plausible sample year: fewer tasks at weekends, a holiday, four misses. It is the same every time. */
function shade(week: number, day: number): string {
  const wave = Math.sin(week * 1.7 + day * 2.3) + Math.sin(week * 0.53 - day * 0.9);
  if (day < 5 && (week * 5 + day) % 37 === 17) return 'lp-miss';
  if (week === 18 || (week === 19 && day < 3)) return 'h0';
  if (day > 4) return wave > 0.9 ? 'h1' : 'h0';
  return `h${Math.min(4, Math.max(week < 2 ? 0 : 1, Math.round(2.4 + wave)))}`;
}
const Year = () => (
  <svg className="chart heat" viewBox={`0 0 ${WEEKS * 10.4 - 2.4} 70.4`} aria-hidden="true">
    {Array.from({ length: WEEKS * 7 }, (_, index) => {
      const [week, day] = [Math.floor(index / 7), index % 7];
      return <rect key={`${week}.${day}`} className={shade(week, day)} x={week * 10.4} y={day * 10.4} width="8" height="8" />;
    })}
  </svg>
);

const PICTURES: Record<(typeof FEATURES)[number]['picture'], () => ReactNode> = {
  order: Order,
  proof: Proof,
  partner: Partner,
  delay: Delay,
  timer: Timer,
  year: Year,
};

/** Small illustrations made of the product's own components. */
export function Picture({ of }: { of: keyof typeof PICTURES }) {
  const Drawing = PICTURES[of];
  return <Drawing />;
}
