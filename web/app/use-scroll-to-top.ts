import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Scrolls a newly opened page to its top, or to the element that the address names. Going back keeps the position that the
 * browser restores.
 */
export function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  const how = useNavigationType();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page, even if nothing else changes
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
    else if (!first.current && how !== 'POP') window.scrollTo(0, 0);
    first.current = false;
  }, [pathname, hash, how]);
}
