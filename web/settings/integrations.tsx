import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { type Connection, connectionsQuery, type Platform } from '../api/connections.ts';
import { Note } from '../ui/note.tsx';
import { GithubCard, GmailCard } from './connection-cards.tsx';
import { redirectWords } from './connection-words.ts';
import { Loaded, SettingsFrame } from './frame.tsx';
import './integrations.css';

const NONE = { connected: false, userIdOnPlatform: null, scopes: [], connectedAt: null, problem: null };
const of = (list: readonly Connection[], platform: Platform): Connection =>
  list.find((one) => one.platform === platform) ?? { platform, ...NONE };

/** What came back from a provider to this page, by its address. */
function useReturned(): string | null {
  const [params] = useSearchParams();
  return params.get('status') === 'error' ? redirectWords(params.get('platform'), params.get('code')) : null;
}

export function Integrations() {
  const query = useQuery({ ...connectionsQuery(), refetchOnWindowFocus: 'always' });
  const returned = useReturned();
  return (
    <SettingsFrame title="Integrations" sub="What Vouch may use in your name, and what it does with it.">
      {returned && (
        <Note tone="missed" alert title="It was not connected." className="mb-5">
          {returned}
        </Note>
      )}
      <Loaded query={query} failed="Failed to fetch OAuth status" loading="Loading integrations">
        {(list) => (
          <>
            <GmailCard connection={of(list, 'google')} />
            <GithubCard connection={of(list, 'github')} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
