interface ThinProgressProps {
  /** The accessible name: what is under way. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** How far it is, in words. */
  readonly words?: string;
}

/** A thin line at the lower edge of a row, as long as what is done of something under way. The row is positioned. */
export const ThinProgress = ({ label, value, max, words }: ThinProgressProps) => (
  <progress className="thin-progress" aria-label={label} value={value} max={max}>
    {words}
  </progress>
);
