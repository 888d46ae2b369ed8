import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { connectionKeys, type Integrations, integrationsQuery, updateIntegrations } from '../api/connections.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { SHOWN_AT_ONCE, stopReads } from '../api/stale.ts';
import { pendingQuery, verificationHistoryQuery } from '../api/verifications.ts';
import { Switch } from '../ui/choice.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { lastRead, readWords } from './connection-words.ts';

/** What was last read from GitHub for a proof, and when. */
export function LastRead() {
  const clock = useOwnerClock();
  const waiting = useQuery(pendingQuery()).data;
  const decided = useInfiniteQuery(verificationHistoryQuery({ state: null, type: null })).data?.pages[0]?.items;
  if (!waiting || !decided) return null;
  return <p className="s2 q2">{readWords(lastRead([...waiting, ...decided]), clock)}</p>;
}

/** Whether commits and pull requests that name a task are its proof. It is saved at once; a failure takes it back, with a message. */
export function ClosesTasks() {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(integrationsQuery());
  const key = connectionKeys.settings;
  const changing = useMutation({
    scope: { id: 'integrations' },
    meta: SHOWN_AT_ONCE,
    mutationFn: (on: boolean) => updateIntegrations({ githubClosesTasks: on }),
    onMutate: async (on) => {
      await stopReads(client, key);
      client.setQueryData<Integrations>(key, { githubClosesTasks: on });
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
    <div className="set-toggles">
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
