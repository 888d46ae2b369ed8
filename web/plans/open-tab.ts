/** A tab that was opened for an address that is not known yet. */
export interface WaitingTab {
  /** Leads it to the address. False where the browser has blocked the tab, or the address is none of the web. */
  readonly go: (url: string) => boolean;
  readonly close: () => void;
}

const isWeb = (url: string): boolean => /^https?:$/.test(URL.parse(url, location.href)?.protocol ?? '');

/** Opens an empty tab while a press is still being handled: browsers block those that are opened later. */
export function openTab(): WaitingTab {
  const tab = window.open('', '_blank');
  // The page that it will show must not be able to lead this one elsewhere.
  if (tab) tab.opener = null;
  return {
    go: (url) => {
      if (!tab || tab.closed || !isWeb(url)) return false;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
  };
}
