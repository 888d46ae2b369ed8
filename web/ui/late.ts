import { useEffect, useRef, useState } from 'react';

/** A part of the program that no screen needs at first. */
export interface Late<M> {
  /** Null until its script is there. */
  readonly now: () => M | null;
  /** Rejects if the script cannot be loaded. The next call tries again. */
  readonly load: () => Promise<M>;
}

export function late<M>(load: () => Promise<M>): Late<M> {
  let part: M | null = null;
  return {
    now: () => part,
    load: async () => {
      part ??= await load();
      return part;
    },
  };
}

/**
 * Gives the part while it is wanted: at once if its script is there, otherwise as soon as it has come. `onFailure` is called if it
 * cannot be loaded. It is tried again when the connection is back, and when the part is wanted the next time.
 */
export function useLate<M>(part: Late<M>, isWanted: boolean, onFailure?: () => void): M | null {
  const [, setLoaded] = useState(false);
  const newest = useRef(onFailure);
  newest.current = onFailure;
  const isMissing = isWanted && part.now() === null;
  useEffect(() => {
    if (!isMissing) return;
    const left = new AbortController();
    const { signal } = left;
    const load = (): void =>
      void part.load().then(
        () => signal.aborted || setLoaded(true),
        () => signal.aborted || newest.current?.(),
      );
    load();
    window.addEventListener('online', load, { signal });
    return () => left.abort();
  }, [part, isMissing]);
  return isWanted ? part.now() : null;
}
