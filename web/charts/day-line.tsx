import { Mark, type MarkName, markWord } from '../ui/mark.tsx';
import { Plot } from './plot.tsx';
import { linear, stacked } from './scale.ts';
import './charts.css';

export interface LineMark {
  readonly id: string;
  readonly title: string;
  readonly mark: MarkName;
  /** Minutes since local midnight. 1,440 is the end of the day. */
  readonly minutes: number;
}

const HEIGHT = 78;
const AXIS = 50;

/** Today's tasks on a line from six o'clock to midnight, or from an earlier hour in which something is due. */
export function DayLine({ marks, now, label }: { marks: readonly LineMark[]; now: { minutes: number; time: string }; label: string }) {
  const ordered = [...marks].sort((a, b) => a.minutes - b.minutes);
  const from = Math.min(6, Math.floor((ordered[0]?.minutes ?? 360) / 60), Math.floor(now.minutes / 60));
  const scale = (width: number) => linear([from * 60, 1_440], [8, width - 8]);
  const places = (width: number) => stacked(ordered.map((mark) => Math.min(scale(width)(mark.minutes), width - 10)));
  const stackHeight = (width: number) => 22 * Math.max(0, ...places(width).map((place) => place.level));
  return (
    <Plot label={label} height={(width) => HEIGHT + stackHeight(width)} className="chart dayline">
      {(width) => {
        const x = scale(width);
        const at = places(width);
        return (
          <g transform={`translate(0 ${stackHeight(width)})`}>
            <Hours from={from} x={x} every={(width - 16) / (24 - from) >= 40 ? 2 : 4} />
            <path className="passed" d={`M8 ${AXIS + 0.5} H${x(now.minutes)}`} />
            <path className="ax" d={`M${x(now.minutes)} ${AXIS + 0.5} H${width - 8}`} />
            <Now x={x(now.minutes)} time={now.time} width={width} top={-stackHeight(width)} />
            {ordered.map((mark, index) => {
              const place = at[index];
              return place && place.level >= 0 ? <PlacedMark key={mark.id} mark={mark} {...place} /> : null;
            })}
          </g>
        );
      }}
    </Plot>
  );
}

function Hours({ from, x, every }: { from: number; x: (minutes: number) => number; every: number }) {
  return Array.from({ length: 25 - from }, (_, index) => from + index).map((hour) => (
    <g key={hour}>
      <path className="ax" d={`M${x(hour * 60).toFixed(1)} ${AXIS} v${hour % every === 0 ? 6 : 3}`} />
      {hour % every === 0 && (
        <text x={x(hour * 60)} y={72} textAnchor={hour === 24 ? 'end' : 'middle'}>
          {String(hour).padStart(2, '0')}
        </text>
      )}
    </g>
  ));
}

function Now({ x, time, width, top }: { x: number; time: string; width: number; top: number }) {
  const room = width - x > 52;
  return (
    <>
      <path className="now-line" d={`M${x} ${top + 6} V57`} />
      <text className="now-label" x={room ? x + 7 : x - 7} y={top + 14} textAnchor={room ? 'start' : 'end'}>
        {time}
      </text>
    </>
  );
}

function PlacedMark({ mark, x, level, more }: { mark: LineMark; x: number; level: number; more: number }) {
  const y = 26 - level * 22;
  return (
    <g transform={`translate(${x - 10} ${y})`}>
      <title>{`${markWord(mark.mark)}: ${mark.title}`}</title>
      <foreignObject width={20} height={20}>
        <Mark name={mark.mark} named={false} />
      </foreignObject>
      {more > 0 && <text x={22} y={12}>{`+${more}`}</text>}
    </g>
  );
}
