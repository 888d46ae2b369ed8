import { useEffect } from 'react';

/**
 * Replaces the package `react-style-singleton`, whose style elements a strict content security policy refuses. This version
 * puts the scroll lock of dialogs and menus into a constructed style sheet.
 */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(css: string) {
      users += 1;
      if (users > 1) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      sheet = null;
    },
  };
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton();
  return (css: string, dynamic?: boolean) => {
    const key = dynamic ? css : '';
    // biome-ignore lint/correctness/useExhaustiveDependencies: as in the package, a change counts only if it is dynamic
    useEffect(() => {
      sheet.add(css);
      return () => sheet.remove();
    }, [key]);
  };
}

export function styleSingleton() {
  const useStyle = styleHookSingleton();
  // biome-ignore lint/correctness/noComponentHookFactories: a module calls this once
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic);
    return null;
  };
}
