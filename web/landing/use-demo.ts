import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { SAMPLE_DAY } from '../content/landing.ts';
import type { MarkName } from '../ui/mark.tsx';
import { type DemoRow, describeRow, withMark } from './demo-state.ts';

export interface DemoHandle {
  /** Resets the sample day and plays the rest of it. */
  play: () => void;
}

/** The script of 'Watch Demo': when (milliseconds after the start), the row, and its new mark. */
const SCRIPT: readonly { after: number; id: string; mark: MarkName }[] = [
  { after: 900, id: 'post', mark: 'awaiting_proof' },
  { after: 3_000, id: 'post', mark: 'in_review' },
  { after: 5_400, id: 'post', mark: 'verified' },
  { after: 7_800, id: 'book', mark: 'completed' },
];
const REVIEW_TAKES = 2_200;

export interface DemoState {
  rows: readonly DemoRow[];
  /** The last change, in a sentence. */
  announcement: string;
  /** The id of the row that has just changed, whose mark is animated. */
  changed: string | null;
  playing: boolean;
  put: (id: string, mark: MarkName) => void;
}

export function useDemo(handle: RefObject<DemoHandle | null>, box: RefObject<HTMLElement | null>): DemoState {
  const [rows, setRows] = useState<readonly DemoRow[]>(SAMPLE_DAY);
  const [last, setLast] = useState<{ id: string; mark: MarkName } | null>(null);
  const [playing, setPlaying] = useState(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  const stop = useCallback(() => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = [];
    setPlaying(false);
  }, []);
  useEffect(() => stop, [stop]);

  const set = useCallback((id: string, mark: MarkName) => {
    setRows((now) => withMark(now, id, mark));
    setLast({ id, mark });
  }, []);

  useImperativeHandle(
    handle,
    () => ({
      play() {
        stop();
        setRows(SAMPLE_DAY);
        setLast(null);
        setPlaying(true);
        const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
        box.current?.scrollIntoView({ block: 'center', behavior: reducedMotion ? 'auto' : 'smooth' });
        timers.current = SCRIPT.map(({ after, id, mark }, index) =>
          setTimeout(() => {
            set(id, mark);
            if (index === SCRIPT.length - 1) setPlaying(false);
          }, after),
        );
      },
    }),
    [stop, set, box],
  );

  /** A press by the visitor stops the demo. A proof that was sent is accepted a little later. */
  function put(id: string, mark: MarkName) {
    stop();
    set(id, mark);
    if (mark === 'in_review') timers.current.push(setTimeout(() => set(id, 'verified'), REVIEW_TAKES));
  }

  const row = last && rows.find((one) => one.id === last.id);
  return { rows, announcement: row ? describeRow(row) : '', changed: last?.id ?? null, playing, put };
}
