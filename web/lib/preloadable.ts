import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface Loaded<P> {
  readonly default: ComponentType<P>;
}

/** A component whose script is loaded on first render, or earlier with `preload`. */
export interface Preloadable<P> {
  readonly Component: LazyExoticComponent<ComponentType<P>>;
  /** Resolves when the script is loaded, so that the component renders at once. Rejects if it cannot be loaded. */
  preload(): Promise<unknown>;
}

/** A resolved thenable. React calls only its `then`, which answers synchronously. */
// biome-ignore lint/suspicious/noThenProperty: React must treat it as a promise
const atOnce = <T>(value: T) => ({ then: (done: (value: T) => void) => done(value) }) as unknown as Promise<T>;

/**
 * Like React's `lazy`, but uses a script that is already loaded at once. `lazy` alone waits for a promise even then, so that
 * the Suspense around it shows its fallback, which then stays for at least 300 ms.
 */
export function preloadable<P = object>(load: () => Promise<Loaded<P>>): Preloadable<P> {
  let loaded: Loaded<P> | null = null;
  const preload = async (): Promise<Loaded<P>> => {
    loaded = await load();
    return loaded;
  };
  return { Component: lazy(() => (loaded ? atOnce(loaded) : preload())), preload };
}

/**
 * The screens of one folder that need a session, by address. `web/<screen>/screens.ts` exports them as `screens`. The router
 * finds them there, and so does the build, which tells the server the addresses. A new screen needs only its own folder. Each
 * screen is loaded when it is opened.
 */
export type Screens = Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;
