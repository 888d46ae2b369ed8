import type { Sums as Counted } from './group.ts';

/** The counts of a day, shown at its foot. */
export function Sums({ sums, closed }: { sums: Counted; closed: boolean }) {
  const parts = (['kept', 'missed', 'skipped', 'open'] as const).filter(
    (name) => sums[name] > 0 || name === 'kept' || (closed && name === 'missed'),
  );
  return (
    <footer className="day-f">
      <span className="sum">
        {parts.map((name) => (
          <span key={name}>
            {name} <b>{sums[name]}</b>
          </span>
        ))}
      </span>
    </footer>
  );
}
