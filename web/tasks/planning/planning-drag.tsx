import { clsx } from 'clsx';
import { createContext, type PointerEvent, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { dayWord } from '../../../src/contracts/words/format.ts';
import { serverNow } from '../../api/clock.ts';
import type { Task } from '../../api/tasks.ts';
import type { BoxPlace, TimeBox } from '../../api/time-boxes.ts';
import { useAnnouncement } from '../../ui/announcer.tsx';
import menuStyles from '../../ui/menu.module.css';
import { type DayScale, scaleOf } from './day-scale.ts';
import styles from './planning-drag.module.css';
import { type Point, usePointerDrag } from './pointer-drag.ts';
import { LEAST_MINUTES, lengthFor, MOST_MINUTES, minutesOf, placeAt, rangeOf, snappedStart, spanOf, spanOfPlace } from './span.ts';

const MINUTE = 60_000;

export type Dragged =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'box'; readonly box: TimeBox }
  | { readonly kind: 'edge'; readonly box: TimeBox; readonly edge: 'start' | 'end' };

/** A place on the line of a day, or a whole day. */
export type DropTarget =
  | { readonly kind: 'time'; readonly place: BoxPlace; readonly refused: boolean }
  | { readonly kind: 'day'; readonly date: string; readonly refused: boolean };

export interface Dragging {
  readonly dragged: Dragged;
  readonly target: DropTarget | null;
}

interface PlanningDrag {
  readonly dragging: Dragging | null;
  readonly press: (event: PointerEvent | globalThis.PointerEvent, dragged: Dragged) => void;
}

const Context = createContext<PlanningDrag | null>(null);

/** Null outside of a `PlanningDragProvider`. */
export const usePlanningDrag = (): PlanningDrag | null => use(Context);

export const lineAttributes = ({ kind, day }: DayScale, from: number, to: number) => ({
  'data-line': day.date,
  'data-scale': kind,
  'data-from': from,
  'data-to': to,
});
export const dayAttributes = (date: string) => ({ 'data-drop-day': date });

/** The instant under the pointer, on the line of a day. */
function instantOn(line: HTMLElement, y: number, zone: string): number {
  const { line: date = '', scale, from, to } = line.dataset;
  const { top, height } = line.getBoundingClientRect();
  const part = Math.min(Math.max((y - top) / height, 0), 1);
  const minute = Number(from) + part * (Number(to) - Number(from));
  return scaleOf(scale === 'wall' ? 'wall' : 'elapsed', date, zone).instantAt(minute);
}

/** The place that the dragged thing gets at this instant. `grab`: how far from the beginning of the box it was taken. */
export function placeOfDrop(dragged: Dragged, at: number, grab: number, zone: string): BoxPlace {
  if (dragged.kind === 'task') return placeAt(snappedStart(at, LEAST_MINUTES, zone), lengthFor(dragged.task), zone);
  const { box } = dragged;
  const { start, end } = spanOf(box);
  if (dragged.kind === 'box') return placeAt(snappedStart(at - grab, LEAST_MINUTES, zone), box.minutes, zone);
  const fits = (minutes: number) => Math.min(Math.max(minutes, LEAST_MINUTES), MOST_MINUTES);
  const edge = snappedStart(at, LEAST_MINUTES, zone);
  if (dragged.edge === 'end') return { date: box.date, time: box.time, minutes: fits(minutesOf({ start, end: edge })) };
  const minutes = fits(minutesOf({ start: edge, end }));
  return placeAt(end - minutes * MINUTE, minutes, zone);
}

interface ProviderProps {
  readonly zone: string;
  readonly today: string;
  /** Whether the thing can be dropped on the day. */
  readonly canDropOn: (dragged: Dragged, date: string) => boolean;
  readonly onDrop: (dragged: Dragged, target: DropTarget) => void;
  readonly children: ReactNode;
}

export function PlanningDragProvider({ zone, today, canDropOn, onDrop, children }: ProviderProps) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const follow = usePointerDrag();
  const chip = useRef<HTMLDivElement>(null);
  const newest = useRef({ zone, canDropOn, onDrop });
  newest.current = { zone, canDropOn, onDrop };

  const drag = useMemo(() => {
    function targetAt({ x, y }: Point, dragged: Dragged, grab: number): DropTarget | null {
      const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-line], [data-drop-day]');
      if (!found) return null;
      const { dropDay } = found.dataset;
      if (dropDay === undefined) {
        const place = placeOfDrop(dragged, instantOn(found, y, newest.current.zone), grab, newest.current.zone);
        return { kind: 'time', place, refused: spanOfPlace(place, newest.current.zone).end <= serverNow() };
      }
      if (dragged.kind === 'edge') return null;
      return { kind: 'day', date: dropDay, refused: !newest.current.canDropOn(dragged, dropDay) };
    }
    function press(event: PointerEvent | globalThis.PointerEvent, dragged: Dragged): void {
      const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
      const taken = line && dragged.kind === 'box' ? instantOn(line, event.clientY, newest.current.zone) : null;
      const grab = taken === null || dragged.kind !== 'box' ? 0 : taken - spanOf(dragged.box).start;
      let last: DropTarget | null = null;
      const show = (at: Point) => {
        last = targetAt(at, dragged, grab);
        setDragging({ dragged, target: last });
        chip.current?.style.setProperty('translate', `${at.x}px ${at.y}px`);
      };
      follow(event, {
        onStart: show,
        onMove: show,
        onDrop(at) {
          show(at);
          setDragging(null);
          if (last && !last.refused) newest.current.onDrop(dragged, last);
        },
        onCancel: () => setDragging(null),
      });
    }
    return { press };
  }, [follow]);

  useAnnouncement(dragging?.target ? targetWords(dragging.target, zone, today) : '');
  const value = useMemo(() => ({ dragging, ...drag }), [dragging, drag]);
  return (
    <Context value={value}>
      {children}
      <div
        ref={chip}
        className={clsx(
          menuStyles.floating,
          styles.chip,

          dragging?.target?.kind === 'time' && styles.behind,
        )}
        data-drag-chip=""
        hidden={dragging === null}
        aria-hidden="true"
      >
        <b>{dragging && titleOf(dragging.dragged)}</b>
        {dragging?.target?.refused && <span className={styles.refused}>has passed</span>}
      </div>
    </Context>
  );
}

export const titleOf = (dragged: Dragged): string => (dragged.kind === 'task' ? dragged.task.title : dragged.box.title);

function targetWords(target: DropTarget, zone: string, today: string): string {
  const day = dayWord(target.kind === 'day' ? target.date : target.place.date, today);
  if (target.refused) return `${day}: this time has passed`;
  return target.kind === 'day' ? day : `${day}, ${rangeOf(target.place, zone)}`;
}
