import { clsx } from 'clsx';
import { BellRing, Coffee, Pause, Timer } from 'lucide-react';
import { useEffect } from 'react';
import { closeFocus, openFocus, useFocusPanel } from '../tasks/focus-panel.ts';
import { useAnnouncement } from '../ui/announcer.tsx';
import { useRestoreFocus } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { takesLetters } from '../ui/key-press.ts';
import layoutStyles from '../ui/layout.module.css';
import { Popover } from '../ui/popover.tsx';
import { setTitleInstead } from '../ui/title.ts';
import { announce } from './announce.ts';
import { FocusPanelBody } from './panel.tsx';
import styles from './pill.module.css';
import { StartDialog } from './start-dialog.tsx';
import { type Phase, useFocus } from './use-focus.ts';
import { MINUTE, pillWords } from './words.ts';

/** An end that is noticed later than this is shown without a sound. */
const SOON_MS = 2 * MINUTE;

const ICONS = { running: Timer, paused: Pause, ended: BellRing, break: Coffee, break_over: BellRing } as const;

/** Once an end comes by itself: the sound, the notification, and the panel if nobody is typing. */
function useEnds(phase: Phase, now: number): void {
  const { kind } = phase;
  const id = kind === 'ended' ? phase.session.id : kind === 'break_over' ? `break ${phase.rest.until}` : null;
  const at = kind === 'ended' ? Date.parse(phase.session.endedAt ?? '') : kind === 'break_over' ? phase.rest.until : 0;
  const isFinished = kind === 'break_over' || (kind === 'ended' && phase.session.end === 'finished');
  const isSoon = id !== null && isFinished && now - at < SOON_MS;
  const title = pillWords(phase, now)?.text ?? '';
  const body = kind === 'ended' ? (phase.session.title ?? '') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (id === null || !isSoon) return;
    announce(id, title, body);
    if (!document.hidden && !takesLetters(document.activeElement)) openFocus();
  }, [id]);
}

function useTabTitle(tab: string | null): void {
  useEffect(() => setTitleInstead(tab), [tab]);
  useEffect(() => () => setTitleInstead(null), []);
}

/** The timer in the top bar. It is empty while nothing runs. */
export function FocusPill() {
  const { phase, today, now } = useFocus();
  const { open, wanted, choosing } = useFocusPanel();
  const words = pillWords(phase, now);
  const restore = useRestoreFocus(open && words !== null);
  useTabTitle(words?.tab ?? null);
  useEnds(phase, now);
  useAnnouncement((phase.kind === 'ended' || phase.kind === 'break_over') && words ? words.text : '');
  return (
    <>
      {choosing && <StartDialog task={choosing} onClose={closeFocus} />}
      {words && phase.kind !== 'none' && (
        <Popover
          open={open}
          onOpenChange={(next) => (next ? openFocus() : closeFocus())}
          label={phase.kind === 'break' || phase.kind === 'break_over' ? 'Break' : 'Focus'}
          className={styles.popover}
          onCloseAutoFocus={restore}
          trigger={
            <button
              type="button"
              className={clsx(
                styles.pill,
                phase.kind === 'running' && styles.running,
                (phase.kind === 'ended' || phase.kind === 'break_over') && styles.over,
              )}
              data-part="focus-pill"
            >
              <Icon of={ICONS[phase.kind]} />
              <span className={layoutStyles.visuallyHidden}>{words.before}</span>
              <b>{words.time}</b>
              <span className={styles.text}>{words.text}</span>
              <i style={{ inlineSize: `${Math.round(Math.min(1, words.done) * 1_000) / 10}%` }} />
            </button>
          }
        >
          <FocusPanelBody phase={phase} today={today} now={now} wanted={wanted} onClose={closeFocus} />
        </Popover>
      )}
    </>
  );
}
