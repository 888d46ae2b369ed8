import { crisp, type Frame, line, round, type Scene, type Shape } from './scene.ts';

const LABELS = [
  [0, 'start'],
  [6, 'middle'],
  [12, 'middle'],
  [18, 'middle'],
  [24, 'end'],
] as const;

/** 24 columns, one per hour. The greatest one shows its number, and hours above the mean are darker. */
export function hoursScene(hours: readonly number[], frame: Frame): Scene {
  const greatest = Math.max(...hours, 1);
  const base = frame.height - frame.text * 1.7;
  const scale = (base - frame.text * 1.4) / greatest;
  const pitch = frame.width / 24;
  const used = hours.filter((count) => count > 0);
  const mean = used.reduce((sum, count) => sum + count, 0) / Math.max(1, used.length);
  const shapes: Shape[] = hours.flatMap((count, hour): Shape[] => {
    if (count === 0) return [];
    const height = round(count * scale);
    const bar: Shape = {
      kind: 'rect',
      x: round(hour * pitch + 1),
      y: round(base - height),
      w: round(pitch - 2),
      h: height,
      fill: count >= mean ? 'h3' : 'h2',
      stroke: null,
    };
    if (count !== greatest) return [bar];
    return [
      bar,
      {
        kind: 'text',
        x: round((hour + 0.5) * pitch),
        y: round(base - height - frame.text * 0.4),
        text: String(count),
        ink: 'ink-2',
        anchor: 'middle',
      },
    ];
  });
  const labels = LABELS.map(
    ([hour, anchor]): Shape => ({
      kind: 'text',
      x: round(hour * pitch),
      y: round(frame.height - frame.text * 0.25),
      text: String(hour).padStart(2, '0'),
      ink: 'ink-3',
      anchor,
    }),
  );
  return {
    width: frame.width,
    height: frame.height,
    shapes: [...shapes, line(`M0 ${crisp(base)} H${frame.width}`, 'line-2', 1), ...labels],
  };
}
