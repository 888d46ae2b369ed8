import type { ReactNode } from 'react';
import { drawnAt, useWidth } from './use-width.ts';

interface PlotProps {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  /** The height in units of the drawing, or a function that computes it from the width. */
  readonly height: number | ((width: number) => number);
  readonly className?: string;
  readonly children: (width: number) => ReactNode;
}

/** An SVG drawing as wide as its container, with a height that does not depend on its data. */
export function Plot({ label, height, className = 'chart', children }: PlotProps) {
  const [box, { width, unit }] = useWidth<HTMLDivElement>(360);
  const tall = typeof height === 'number' ? height : height(width);
  return (
    <div ref={box} className="plot" style={{ height: tall * unit }}>
      <svg className={className} viewBox={`0 0 ${width} ${tall}`} style={drawnAt(width, tall, unit)} role="img" aria-label={label}>
        {children(width)}
      </svg>
    </div>
  );
}
