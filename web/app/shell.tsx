import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { memo, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { storeProgram } from '../api/offline.ts';
import type { User } from '../api/session.ts';
import { pendingQuery, type Verification } from '../api/verifications.ts';
import { useLoadLater } from '../lib/load-later.ts';
import { Palette } from '../palette/palette.tsx';
import { EarlyField, isEarlyLine, openNewTask } from '../quick-add/early-line.tsx';
import { NewTask } from '../quick-add/new-task.tsx';
import { ALL_OF_TASKS } from '../tasks/after-task.ts';
import { undoLastChange } from '../tasks/last-change.ts';
import { loadDialogs, Panel } from '../ui/dialog.tsx';
import { Logo } from '../ui/icon.tsx';
import { isCommand } from '../ui/key-press.ts';
import { loadMenus } from '../ui/menu.tsx';
import pageStyles from '../ui/page.module.css';
import { loadPopovers } from '../ui/popover.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import { Toaster } from '../ui/toast.tsx';
import { DeletionNote } from './deletion-note.tsx';
import { KeptNote, useKeptChanges } from './kept-changes.tsx';
import { useLastReadKept } from './last-read.ts';
import { PressedNotifications, PushOffer } from './push-offer.tsx';
import styles from './shell.module.css';
import { ConnectionNote, PastDueNote, RefusalNote } from './shell-notes.tsx';
import { BottomBar, SideBar, SideFoot, SideRows, useSideBar } from './side-bar.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import { ErrorBoundary } from './whole-page.tsx';

/** What last had the focus, and the rows that get the focus if it disappears, nearest first. Outside of rows there are none. */
interface LastFocus {
  readonly focused: Element;
  readonly near: readonly Element[];
}

/** A task that is moved to another day leaves its list, so the rows of all days count for it. */
function rowsAfterAndBefore(row: Element): Element[] {
  const all = [...(row.matches('[data-task]') ? document.querySelectorAll('main [data-task]') : (row.parentElement?.children ?? []))];
  const at = all.indexOf(row);
  return [...all.slice(at), ...all.slice(0, at).reverse()];
}

function lastFocus(target: EventTarget | null): LastFocus | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest('li, tr');
  return { focused: target, near: row ? rowsAfterAndBefore(row) : [] };
}

/**
 * Moves the focus to the next row when the focused row disappears, for example because its task was archived, and to the main content
 * when a button outside of rows does. Otherwise people who use the keyboard would have to start again at the top of the page.
 */
function useFocusKept(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = main.current;
    if (!place) return;
    let last: LastFocus | null = null;
    const remember = ({ target }: FocusEvent) => {
      // The menu disappears together with its row, so the row counts as focused while the menu is open.
      if (target instanceof Element && target.closest('[role="menu"], [role="dialog"]')) return;
      last = lastFocus(target);
    };
    const isLost = (one: LastFocus | null): one is LastFocus =>
      one !== null && !one.focused.isConnected && document.activeElement === document.body;
    const give = () => {
      if (!isLost(last)) return;
      const next = last.near.length > 0 && (last.near.find((row) => row.isConnected) ?? document.querySelector('main [data-task]'));
      last = null;
      const target = (next && (next.querySelector<HTMLElement>('a') ?? next.querySelector<HTMLElement>('button'))) || place;
      target.focus({ preventScroll: target === place });
    };
    // The screen may set the focus itself, so it gets the first chance.
    const watch = new MutationObserver(() => isLost(last) && setTimeout(give));
    document.addEventListener('focusin', remember);
    watch.observe(place, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      watch.disconnect();
    };
  }, [main]);
}

/** Ctrl+K (Cmd+K on a Mac) opens and closes the palette. */
function usePalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event, 'k') || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) setOpen((before) => !before);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { open, setOpen };
}

/**
 * Browsers repeat the press while Enter is held down on a button, so that a task would be completed and reopened again and
 * again.
 */
function usePressOnce(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}

const NONE: ReadonlySet<string> = new Set();
const inReview = (waiting: readonly Verification[]): ReadonlySet<string> =>
  new Set(waiting.filter(({ state }) => state === 'in_review').map(({ id }) => id));

/** Shows a toast on every screen when somebody else's verdict has arrived. */
function useVerdicts(): void {
  const client = useQueryClient();
  const waiting = useQuery(pendingQuery()).data;
  const before = useRef(NONE);
  useEffect(() => {
    if (!waiting) return;
    const now = inReview(waiting);
    const isDecided = [...before.current].some((id) => !now.has(id));
    before.current = now;
    if (isDecided) for (const queryKey of ALL_OF_TASKS) void client.invalidateQueries({ queryKey });
  }, [client, waiting]);
}

/** Moves the focus to the main content when a screen is opened, for the keyboard and screen readers. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    // The screen may have set the focus itself, or the person may already be typing a new task.
    if (!main.current?.contains(document.activeElement) && !isEarlyLine()) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

const loadOverlays = () => Promise.all([loadMenus(), loadPopovers(), loadDialogs()]);

function useProgramStored(): void {
  useEffect(() => {
    const left = new AbortController();
    storeProgram(left.signal);
    return () => left.abort();
  }, []);
}

interface ShellProps {
  readonly user: User;
  /** The address of the screen, without what is open on it. */
  readonly pathname: string;
  readonly children: ReactNode;
}

/** The frame around all screens. It asks nothing about the address itself, so it does not render again when a task is opened. */
export const Shell = memo(function Shell({ user, pathname, children }: ShellProps) {
  const side = useSideBar();
  const main = useFocusOnArrival(pathname);
  const palette = usePalette();
  const keys = useKeyList(COMMON_KEYS);
  useVerdicts();
  useKeptChanges(user.id);
  useLastReadKept(user.id);
  useFocusKept(main);
  usePressOnce();
  useProgramStored();
  useLoadLater(loadOverlays);
  useShortcuts({ n: () => openNewTask(), z: () => void undoLastChange(), '?': keys.show }, 'behind');
  return (
    <div className={clsx(styles.frame, !side.open && styles.shut)}>
      <a className={pageStyles.skipLink} href="#main">
        Skip to content
      </a>
      {!side.narrow && <SideBar open={side.open} />}
      <div className={styles.content}>
        <TopBar user={user} side={side} onSearch={() => palette.setOpen(true)} />
        <ConnectionNote owner={user.id} />
        <PastDueNote />
        <DeletionNote />
        <RefusalNote />
        <KeptNote owner={user.id} />
        <EarlyField />
        <NewTask />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          {/* Outside of the error boundary, which is a new one for each screen: this shows the last screen until the next one is loaded. */}
          <Suspense fallback={<ScreenLoading />}>
            <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
          </Suspense>
        </main>
        <PushOffer />
        <PressedNotifications />
      </div>
      {side.narrow && (
        <>
          <Panel
            open={side.open}
            onOpenChange={side.setOpen}
            side="left"
            title="Platform"
            hideTitle
            className={styles.drawer}
            head={<Logo subtitle="Task Management" />}
          >
            <div className={styles.drawerBody}>
              <p className={styles.caption} aria-hidden="true">
                Platform
              </p>
              <SideRows shut={false} onGo={() => side.setOpen(false)} />
              <SideFoot />
            </div>
          </Panel>
          <BottomBar />
        </>
      )}
      <Palette open={palette.open} onOpenChange={palette.setOpen} onToggleSide={side.toggle} />
      {keys.dialog}
      <SignOutDialog />
      <Toaster />
    </div>
  );
});

const ScreenLoading = () => (
  <div className={pageStyles.page} data-part="page">
    <LinesSkeleton lines={6} label="Loading..." />
  </div>
);
