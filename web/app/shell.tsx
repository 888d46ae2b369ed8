import './shell.css';
import { clsx } from 'clsx';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { User } from '../api/session.ts';
import { Palette } from '../palette/palette.tsx';
import { EarlyField } from '../quick-add/early-field.tsx';
import { isEarlyLine, useNewLine } from '../quick-add/early-line.ts';
import { Panel } from '../ui/dialog.tsx';
import { Logo } from '../ui/logo.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { Toaster } from '../ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { KeptNote } from './kept-note.tsx';
import { OfflineNote } from './offline-note.tsx';
import { PastDueNote } from './past-due-note.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { BottomBar, SideBar, SideFoot, SideRows } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusKept } from './use-focus-kept.ts';
import { useKeptChanges } from './use-kept-changes.ts';
import { usePalette } from './use-palette.ts';
import { usePressOnce } from './use-press-once.ts';
import { useSideBar } from './use-side-bar.ts';
import { useVerdicts } from './use-verdicts.ts';

/** Moves the focus to the main content when another screen is opened, for the keyboard and for screen readers. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    // A screen may have set the focus inside its content itself, or the words for it are being typed.
    if (!main.current?.contains(document.activeElement) && !isEarlyLine()) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const side = useSideBar();
  const main = useFocusOnArrival();
  const { pathname } = useLocation();
  const write = useNewLine();
  const palette = usePalette();
  const keys = useKeyList(COMMON_KEYS);
  useVerdicts();
  useKeptChanges(user.id);
  useFocusKept(main);
  usePressOnce();
  useShortcuts({ n: write, '?': keys.show }, true);
  return (
    <div className={clsx('app', !side.open && 'is-shut')}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {!side.narrow && <SideBar open={side.open} />}
      <div className="col">
        <TopBar user={user} side={side} onSearch={() => palette.setOpen(true)} />
        <OfflineNote />
        <PastDueNote />
        <RefusalNote />
        <KeptNote owner={user.id} />
        <EarlyField />
        <main id="main" ref={main} tabIndex={-1} className="outline-none">
          {/* Around the boundary, which is a new one for each screen: so the last screen is shown until the script of the next one is there. */}
          <Suspense fallback={<ScreenLoading />}>
            <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
          </Suspense>
        </main>
      </div>
      {side.narrow && (
        <>
          <Panel
            open={side.open}
            onOpenChange={side.setOpen}
            side="left"
            title="Platform"
            hideTitle
            className="drawer"
            head={<Logo subtitle="Task Management" />}
          >
            <div className="side-in">
              <p className="side-cap" aria-hidden="true">
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
      <Toaster />
    </div>
  );
}

const ScreenLoading = () => (
  <div className="page">
    <LinesSkeleton lines={6} label="Loading..." />
  </div>
);
