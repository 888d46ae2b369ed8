import type { Chart } from '../model/report-model.ts';
import { barsScene, hoursScene, weeksScene } from './bars.ts';
import { mapScene } from './map.ts';
import type { Frame, Scene } from './scene.ts';

/** A chart as shapes, in the size of the frame. */
export function chartScene(chart: Chart, frame: Frame): Scene {
  switch (chart.kind) {
    case 'bars':
      return barsScene(chart.data, frame);
    case 'hours':
      return hoursScene(chart.data, frame);
    case 'weeks':
      return weeksScene(chart.data, frame);
    case 'map':
      return mapScene(chart.data, frame);
  }
}
