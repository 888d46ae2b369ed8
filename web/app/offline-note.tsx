import { useIsMutating } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../api/clock.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { plural } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { Icon } from '../ui/icon.tsx';

/** Since when the browser is offline, in milliseconds of the server's clock, or null while it is online. */
function useOfflineSince(): number | null {
  const [since, setSince] = useState<number | null>(() => (navigator.onLine ? null : serverNow()));
  useEffect(() => {
    const gone = () => setSince(serverNow());
    const back = () => setSince(null);
    window.addEventListener('offline', gone);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', gone);
      window.removeEventListener('online', back);
    };
  }, []);
  return since;
}

export function OfflineNote() {
  const since = useOfflineSince();
  const waiting = useIsMutating();
  const { zone } = useOwnerClock();
  return (
    <div role="status">
      {since !== null && (
        <div className="offline">
          <Icon of={WifiOff} className="mt-[2px]" />
          Offline since {localTime(since, zone).time}
          {waiting > 0 && `, ${plural(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'} here`}
        </div>
      )}
    </div>
  );
}
