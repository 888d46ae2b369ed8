import type { CSSProperties, ReactNode } from 'react';

/** A grey bar. `width` is a CSS length. */
const Bar = ({ width = '100%', height }: { width?: string; height?: number }) => (
  <span className="sk" style={{ '--w': width, ...(height ? { '--h': `${height}px` } : {}) } as CSSProperties} />
);

/** Announces once that something is loading, and shows a placeholder after 150 ms. */
const Loading = ({ label = 'Loading', children }: { label?: string; children: ReactNode }) => (
  <div className="sk-box" role="status" aria-busy="true">
    <span className="sr-only">{label}</span>
    <div aria-hidden="true">{children}</div>
  </div>
);

const WIDTHS = ['46%', '58%', '32%', '52%', '40%'];

/** A placeholder for a day with rows, as high as the real one. */
export const RowsSkeleton = ({ rows = 4, label }: { rows?: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <div className="day">
      <div className="day-h">
        <Bar width="96px" height={12} />
      </div>
      <div className="rows">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move
          <div className="row" key={index}>
            <span className="tick is-still">
              <Bar width="16px" height={16} />
            </span>
            <div className="row-b">
              <Bar width={WIDTHS[index % WIDTHS.length] ?? '40%'} />
              <span className="row-e">
                <Bar width="38px" />
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  </Loading>
);

/** A placeholder for lines of text or of a table. */
export const LinesSkeleton = ({ lines = 3, label }: { lines?: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <div className="grid gap-[14px] py-2">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move
        <Bar key={index} width={WIDTHS[(index + 1) % WIDTHS.length] ?? '40%'} />
      ))}
    </div>
  </Loading>
);

/** A placeholder of a known height, for a figure or a chart. */
export const BlockSkeleton = ({ height, label }: { height: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <Bar height={height} />
  </Loading>
);
