import type { KeyboardEvent } from 'react';
import { addDays } from '../../../src/contracts/words/phrases/days.ts';
import type { BoxPlace, TimeBox } from '../../api/time-boxes.ts';
import { useTaskScreen } from '../task-screen.tsx';
import { stableId, useBoxActs } from './box-acts.ts';
import { keepFocus } from './keep-focus.ts';
import { MOST_MINUTES, placeAt, spanOf, steppedStart } from './span.ts';

/** The arrow keys move a box, and change its length, by so many minutes. */
const STEP = 15;
const KEYS = 'ArrowUp ArrowDown Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight Delete';

/** The place that a key gives to a box; null: the key does nothing with it. */
export function placeByKey(box: TimeBox, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, zone: string): BoxPlace | null {
  const { date, time, minutes } = box;
  const down = key === 'ArrowDown';
  if (down || key === 'ArrowUp') {
    if (!shiftKey) return placeAt(steppedStart(spanOf(box).start, down ? STEP : -STEP, zone), minutes, zone);
    // The first step from an odd length leads to a multiple of the step.
    const longer = down ? Math.floor(minutes / STEP) * STEP + STEP : Math.ceil(minutes / STEP) * STEP - STEP;
    return { date, time, minutes: Math.min(Math.max(longer, STEP), MOST_MINUTES) };
  }
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
  return { date: addDays(date, key === 'ArrowRight' ? 1 : -1), time, minutes };
}

/** What every button of a box has: its keys, and a press that opens the form in which the same can be done. */
export function useBoxButton(box: TimeBox) {
  const { clock, askPlan } = useTaskScreen();
  const acts = useBoxActs(clock);
  return {
    'data-box': stableId(box.id),
    'aria-keyshortcuts': KEYS,
    onClick: () => askPlan({ box }),
    onKeyDown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
      const present = acts.present(box);
      const place = placeByKey(present, event, clock.zone);
      if (!place && !isRemoval) return;
      event.preventDefault();
      event.stopPropagation();
      if (place) {
        acts.move(present, place);
        keepFocus(`[data-box="${stableId(box.id)}"]`);
      } else if (!event.repeat) acts.remove(present);
    },
  };
}
