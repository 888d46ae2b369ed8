import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface Loaded<P> {
  readonly default: ComponentType<P>;
}

/** A component whose script is loaded when it is rendered for the first time, or before. */
export interface Preloadable<P> {
  readonly Component: LazyExoticComponent<ComponentType<P>>;
  /** Resolves once the script is there, so that the component is rendered at once. Rejects if it cannot be loaded. */
  preload(): Promise<unknown>;
}

/** A promise in the eyes of React, which calls its `then` alone, but done at once. */
// biome-ignore lint/suspicious/noThenProperty: it is to be treated as a promise.
const atOnce = <T>(value: T) => ({ then: (done: (value: T) => void) => done(value) }) as unknown as Promise<T>;

/**
 * As `lazy` of React, but a script that is there already is used at once. `lazy` alone waits for a promise even then, so that the
 * fallback of the Suspense around it is shown; and a fallback that was shown stays for 300 ms at least.
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
 * The screens of one folder that need a session, by their address. `web/<screen>/screens.ts` exports them as `screens`, and the
 * router finds them there, as does the build, which tells the server the addresses: a new screen needs its own folder and
 * nothing else. Each is loaded when it is opened.
 */
export type Screens = Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;
