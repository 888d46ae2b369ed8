import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { listed } from '../../src/contracts/words/format.ts';
import {
  type Connection,
  connectionKeys,
  connectionsQuery,
  endConnection,
  type Integrations as IntegrationSettings,
  integrationsQuery,
  type Platform,
  startAddress,
  updateIntegrations,
} from '../api/connections.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { SHOWN_AT_ONCE, stopReads } from '../api/query-client.ts';
import { pendingQuery, verificationHistoryQuery } from '../api/verifications.ts';
import { Badge } from '../ui/badge.tsx';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/choice.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import pageStyles from '../ui/page.module.css';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import { lastRead, readWords, redirectWords, scopeWords, sinceWords, usePopup } from './connecting.ts';
import { Loaded, SettingsFrame } from './frame.tsx';
import styles from './integrations.module.css';
import settingsFormStyles from './settings-form.module.css';

function LastRead() {
  const clock = useOwnerClock();
  const waiting = useQuery(pendingQuery()).data;
  const decided = useInfiniteQuery(verificationHistoryQuery({ state: null, type: null })).data?.pages[0]?.items;
  if (!waiting || !decided) return null;
  return <p className={clsx(textStyles.small, textStyles.muted)}>{readWords(lastRead([...waiting, ...decided]), clock)}</p>;
}

/**
 * The switch for whether commits and pull requests that name a task are its proof. It is saved at once. If that fails,
 * the switch reverts and a message appears.
 */
function ClosesTasks() {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(integrationsQuery());
  const key = connectionKeys.settings;
  const changing = useMutation({
    scope: { id: 'integrations' },
    meta: SHOWN_AT_ONCE,
    mutationFn: (on: boolean) => updateIntegrations({ githubClosesTasks: on }),
    onMutate: async (on) => {
      await stopReads(client, key);
      client.setQueryData<IntegrationSettings>(key, { githubClosesTasks: on });
    },
    onSuccess: (saved) => client.setQueryData(key, saved),
    onError: (failure) => {
      toast.error(messageOf(failure));
      void client.invalidateQueries({ queryKey: key });
    },
  });
  if (!data)
    return error ? (
      <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <LinesSkeleton lines={2} label="Loading GitHub’s settings" />
    );
  return (
    <div className={settingsFormStyles.toggles}>
      <Switch
        label="Commits may close tasks"
        hint={
          <>
            A commit or pull request of yours with <code>vouch:</code> and the last 12 characters of a task’s id is its proof.
          </>
        }
        checked={data.githubClosesTasks}
        onChange={(on) => changing.mutate(on)}
      />
    </div>
  );
}

interface CardProps {
  readonly name: string;
  readonly text: string;
  readonly connection: Connection;
  readonly connect: ReactNode;
  readonly children?: ReactNode;
}

function ConnectionCard({ name, text, connection, connect, children }: CardProps) {
  const clock = useOwnerClock();
  const { connected, problem, scopes } = connection;
  return (
    <section className={clsx(pageStyles.settingsSection, styles.connection)} data-part="settings-section" aria-label={name}>
      <div className={pageStyles.settingsTitle}>
        <div className={styles.heading}>
          <h2>{name}</h2>
          {connected ? (
            <Badge tone="kept" icon={<Icon of={Check} size="s" />}>
              Connected
            </Badge>
          ) : (
            <Badge>Not Connected</Badge>
          )}
        </div>
        <p>{text}</p>
      </div>
      <div className={pageStyles.settingsBody} data-part="settings-body">
        {problem && (
          <Note tone="due" title="The connection has ended.">
            {problem}
          </Note>
        )}
        {connected && (
          <p className={clsx(textStyles.small, textStyles.muted)}>
            {sinceWords(connection, clock)}
            {scopes.length > 0 && ` It allows ${listed(scopeWords(scopes))}.`}
          </p>
        )}
        <div className={styles.actions}>{connected ? <Disconnect name={name} connection={connection} /> : connect}</div>
        {children}
      </div>
    </section>
  );
}

function Disconnect({ name, connection: { platform } }: { name: string; connection: Connection }) {
  const client = useQueryClient();
  const leaving = useMutation({
    mutationFn: () => endConnection(platform),
    onSuccess: () => {
      client.setQueryData<Connection[]>(connectionKeys.status, (list) =>
        list?.map((one) =>
          one.platform === platform
            ? { platform, connected: false, userIdOnPlatform: null, scopes: [], connectedAt: null, problem: null }
            : one,
        ),
      );
      void client.invalidateQueries({ queryKey: connectionKeys.all });
      toast.success(`${name} disconnected`);
    },
  });
  return (
    <>
      <Button busy={leaving.isPending} busyLabel="Disconnecting..." onClick={() => leaving.mutate()}>
        Disconnect
      </Button>
      {leaving.error && (
        <Note tone="missed" alert title={messageOf(leaving.error)} className={layoutStyles.fullWidth}>
          {failedWith(leaving.error, 'offline') && 'The connection dropped. '}It is still connected.
        </Note>
      )}
    </>
  );
}

function GmailCard({ connection }: { connection: Connection }) {
  const popup = usePopup();
  return (
    <ConnectionCard
      name="Gmail"
      text="Emails that are proof of a task go out from your own mailbox. Your mail is never read."
      connection={connection}
      connect={
        <>
          <Button variant="primary" busy={popup.busy} busyLabel="Connecting..." onClick={popup.start}>
            Connect Gmail
          </Button>
          {popup.error && (
            <Note tone="missed" alert title={`Failed to start Gmail OAuth: ${messageOf(popup.error)}`} className={layoutStyles.fullWidth}>
              Nothing was connected.
            </Note>
          )}
          {popup.refused && (
            <Note tone="missed" alert title="It was not connected." className={layoutStyles.fullWidth}>
              {popup.refused}
            </Note>
          )}
        </>
      }
    />
  );
}

const GithubCard = ({ connection }: { connection: Connection }) => (
  <ConnectionCard
    name="GitHub"
    text="Your public commits, pull requests and reviews can be picked as proof. Vouch looks them up itself, with their author and time."
    connection={connection}
    connect={
      <a className={buttonStyles.button} data-part="button" href={startAddress('github')}>
        Connect GitHub
      </a>
    }
  >
    {connection.connected && (
      <>
        <LastRead />
        <ClosesTasks />
      </>
    )}
  </ConnectionCard>
);

const NOT_CONNECTED = { connected: false, userIdOnPlatform: null, scopes: [], connectedAt: null, problem: null };
const connectionTo = (list: readonly Connection[], platform: Platform): Connection =>
  list.find((one) => one.platform === platform) ?? { platform, ...NOT_CONNECTED };

/** The result of a connection attempt, from the address of the redirect. */
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
        <Note tone="missed" alert title="It was not connected." className={layoutStyles.after20}>
          {returned}
        </Note>
      )}
      <Loaded query={query} failed="Failed to fetch OAuth status" loading="Loading integrations">
        {(list) => (
          <>
            <GmailCard connection={connectionTo(list, 'google')} />
            <GithubCard connection={connectionTo(list, 'github')} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
