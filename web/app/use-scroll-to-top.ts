import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** A new place begins at its top, or at the part that its address names; going back stays where the browser puts it. */
export function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  const how = useNavigationType();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is an arrival, whatever else stays
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
    else if (!first.current && how !== 'POP') window.scrollTo(0, 0);
    first.current = false;
  }, [pathname, hash, how]);
}
