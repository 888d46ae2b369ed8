import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Logo } from '../ui/icon.tsx';
import { useTitle } from '../ui/page.tsx';

/** The name of the popup, and of the channel on which the page that opened it hears what came back. */
const CHANNEL = 'vouch-oauth';
/** Milliseconds for a popup to close. A browser that does not close it is led on. */
const CLOSES_IN = 1_000;
const SETTINGS = '/settings/integrations';

/** Where to go on, with the reason if nothing was connected. */
function nextPage(said: URLSearchParams): string {
  if (said.get('status') !== 'error') return SETTINGS;
  const kept = ['platform', 'status', 'code'].flatMap((name) => (said.has(name) ? [[name, said.get(name) ?? '']] : []));
  return `${SETTINGS}?${new URLSearchParams(kept).toString()}`;
}

/** Notifies the page that opened this popup of what came back. */
function notifyOpener(said: URLSearchParams): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(Object.fromEntries(said));
  channel.close();
}

/** Where a provider's answer leads to: it closes the popup in which it stands, or goes on to the integrations. */
export function OauthRedirect() {
  useTitle('Connecting');
  const [params] = useSearchParams();
  const [isPopup] = useState(() => window.name === CHANNEL);
  useEffect(() => {
    // A page of its own, since this one has weaker headers: they let the page that opened the popup see that it closes.
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
    <main className="alone">
      <Logo />
      <h1>{params.get('status') === 'error' ? 'It was not connected' : 'Connected'}</h1>
      <p className="q2" role="status">
        {isPopup ? 'This window closes by itself.' : 'One moment.'}
      </p>
      <p>
        <a className="link" href={nextPage(params)}>
          Go on to the integrations
        </a>
      </p>
    </main>
  );
}
