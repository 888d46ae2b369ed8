import { derivedId } from '../../domain/kernel/derived-ids.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { exists } from '../../domain/task/state.ts';
import type { GithubChange } from '../../ports/github.ts';
import { ownersOfAccount } from '../../projections/integration.ts';
import { liveTaskWith } from '../../projections/task/named-task.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { handInChecked } from '../proof/checked-proof.ts';
import { seen, verdictOn } from '../proof/looked-up.ts';
import { latest, loadTask } from '../task/task-send.ts';
import { accountKey } from './integrations.ts';

export interface Delivery {
  /** The numeric id of the account as text. */
  readonly account: string;
  readonly changes: readonly { readonly change: GithubChange; readonly words: string }[];
}

const NAMED = /\bvouch:([0-9a-f]{12})(?![0-9a-z])/gi;
/** In one delivery. */
const MOST_NAMED = 50;

/** The last 12 characters of the ids of tasks that a text names. */
const namedIn = (words: string): readonly string[] => [
  ...new Set([...words.matchAll(NAMED)].map(([, name]) => (name as string).toLowerCase())),
];

/**
 * Gives the changes of a delivery as proof of the tasks that they name, if an owner who connected this account has allowed that. Ignores
 * changes that name no task of theirs, that come too late, or that come again.
 * @throws GitHubBusy
 */
export async function proveNamedTasks(app: App, { account, changes }: Delivery, correlationId: string): Promise<Position | null> {
  const named = new Map<string, GithubChange[]>();
  for (const { change, words } of changes)
    for (const name of namedIn(words)) {
      if (named.size >= MOST_NAMED && !named.has(name)) continue;
      named.set(name, [...(named.get(name) ?? []), change]);
    }
  if (named.size === 0) return null;
  const positions: (Position | null)[] = [];
  for (const owner of await ownersOfAccount(app.views, accountKey(app, account))) {
    // The owner may have connected another account meanwhile.
    if ((await app.github.accountOf(owner)) !== account) continue;
    for (const [name, found] of named)
      positions.push(await prove(app, { owner, actor: ACTOR, correlationId, causationId: null }, name, found));
  }
  return latest(positions);
}

const ACTOR = { kind: 'provider', id: 'github' } as const;

async function prove(app: App, caller: Caller, name: string, changes: readonly GithubChange[]): Promise<Position | null> {
  const { owner } = caller;
  const id = await liveTaskWith(app.views, owner, name);
  const state = id === null ? null : await loadTask(app, id);
  if (id === null || state === null || !exists(state) || state.owner !== owner) return null;
  const now = app.clock.now();
  const looked_up = changes
    .map((change) => seen(change.url, { change, own: true }, state.fields, now))
    .filter(({ confirmed }) => confirmed === true)
    .slice(0, 20);
  const commits = looked_up.map(({ url }) => url);
  const checked = verdictOn(commits, looked_up);
  if (checked === null) return null;
  const submissionId = derivedId('commits_proof', id, ...commits.toSorted());
  return handInChecked(app, caller, id, { submissionId, now, texts: { commits, looked_up }, checked });
}
