import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Logo } from '../ui/icon.tsx';
import pageStyles from '../ui/page.module.css';
import { useTitle } from '../ui/page.tsx';
import textStyles from '../ui/text.module.css';

/** The name of the popup and of the broadcast channel on which it reports the result to the page that opened it. */
const CHANNEL = 'vouch-oauth';
/** Milliseconds to wait for the popup to close. If the browser does not close it, it goes on to the next page. */
const CLOSES_IN = 1_000;
const SETTINGS = '/settings/integrations';

/** The next address, with the error code if the connection failed. */
function nextPage(said: URLSearchParams): string {
  if (said.get('status') !== 'error') return SETTINGS;
  const kept = ['platform', 'status', 'code'].flatMap((name) => (said.has(name) ? [[name, said.get(name) ?? '']] : []));
  return `${SETTINGS}?${new URLSearchParams(kept).toString()}`;
}

function notifyOpener(said: URLSearchParams): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(Object.fromEntries(said));
  channel.close();
}

/** The page behind the provider's redirect. In a popup it closes the window, otherwise it goes on to the integrations. */
export function OauthRedirect() {
  useTitle('Connecting');
  const [params] = useSearchParams();
  const [isPopup] = useState(() => window.name === CHANNEL);
  useEffect(() => {
    // A full page load, because this page has weaker headers: they let the opener see that the popup has closed.
    const goOn = () => location.replace(nextPage(params));
    if (!isPopup) return goOn();
    notifyOpener(params);
    window.close();
    const timer = setTimeout(() => {
      window.name = '';
      goOn();
    }, CLOSES_IN);
    return () => clearTimeout(timer);
  }, [isPopup, params]);
  return (
    <main className={pageStyles.alone}>
      <Logo />
      <h1>{params.get('status') === 'error' ? 'It was not connected' : 'Connected'}</h1>
      <p className={textStyles.muted}>{isPopup ? 'This window closes by itself.' : 'One moment.'}</p>
      <p>
        <a className={textStyles.link} href={nextPage(params)}>
          Go on to the integrations
        </a>
      </p>
    </main>
  );
}
