import { listed, plural } from '../../contracts/words/format.ts';
import { keysOf } from '../../domain/kernel/records.ts';
import type { LookedUp, ProofTexts } from '../../domain/proof/event-data.ts';
import type { TaskFields } from '../../domain/task/event-data.ts';
import { type FoundChange, GitHubBusy, GitHubNotConnected, type GithubChange } from '../../ports/github.ts';
import type { CheckedProof } from '../../ports/proof-sources.ts';
import type { App } from '../app.ts';

export const GITHUB_CHECK = 'github';

export interface Looked {
  readonly looked_up: readonly LookedUp[];
  /** Not null: everything is confirmed. */
  readonly checked: CheckedProof | null;
  /** The program must ask GitHub again later. */
  readonly again: boolean;
}

const NOTHING: Looked = { looked_up: [], checked: null, again: false };

/** A change counts between the creation of the task and its proof deadline. */
export type Window = Pick<TaskFields, 'created_at' | 'proof_due_at'>;

/**
 * Looks up the commits, pull requests and reviews among the commits and links of a proof. Without a connected account nothing is looked up.
 */
export async function lookUp(app: Pick<App, 'github' | 'clock'>, owner: string, task: Window, given: ProofTexts): Promise<Looked> {
  const { commits = [], links = [] } = given;
  const urls = [...new Set([...commits, ...links])].filter((url) => app.github.kindOf(url) !== null);
  if (urls.length === 0) return NOTHING;
  try {
    const found = await app.github.lookUp(owner, urls);
    const now = app.clock.now();
    const looked_up = urls.flatMap((url) => {
      const one = found.get(url);
      // A link that GitHub does not show counts neither for nor against the proof.
      if (one === undefined && !commits.includes(url)) return [];
      return [one === undefined ? unseen(app, url, now) : seen(url, one, task, now)];
    });
    return { looked_up, checked: verdictOn(commits, looked_up), again: false };
  } catch (error) {
    if (error instanceof GitHubNotConnected) return NOTHING;
    if (error instanceof GitHubBusy) return { ...NOTHING, again: true };
    throw error;
  }
}

const UNSEEN = 'GitHub shows nothing at this address to the connected account.';

function unseen({ github }: Pick<App, 'github'>, url: string, read_at: string): LookedUp {
  const kind = github.kindOf(url) ?? 'commit';
  const nothing = { repository: null, sha: null, author: null, at: null, pushed_at: null, message: null };
  return { url, kind, ...nothing, confirmed: null, note: UNSEEN, read_at };
}

export function seen(url: string, { change, own }: FoundChange, task: Window, read_at: string): LookedUp {
  const { kind, repository, sha, author, at, pushed_at, text } = change;
  const note = own ? faultOf(change, task, read_at) : 'Its author is another account than the connected one.';
  return { url, kind, repository, sha, author, at, pushed_at, message: bounded(text), confirmed: note === null, note, read_at };
}

/** Why a change of the owner does not count. GitHub's instants have whole seconds. */
function faultOf({ at, merged_at, pushed_at }: GithubChange, { created_at, proof_due_at }: Window, now: string): string | null {
  const from = created_at.replace(/\.\d+Z$/, '.000Z');
  const times = merged_at === null ? [at] : [at, merged_at];
  const [first] = times.filter((time) => time >= from);
  if (first === undefined) return 'It was made before the task was.';
  if (pushed_at !== null && pushed_at < from) return 'It reached GitHub before the task was made.';
  if (first > now) return 'Its date lies in the future.';
  return proof_due_at !== null && first > proof_due_at ? 'It was made after the proof deadline.' : null;
}

const MESSAGE = 2_000;
const bounded = (text: string): string => (text.length > MESSAGE ? `${text.slice(0, MESSAGE - 1).toWellFormed()}…` : text);

const WORDS = { commit: 'commit', pull_request: 'pull request', review: 'review' } as const;

/** Every commit of the proof must be confirmed, and there must be at least one confirmed change. */
export function verdictOn(commits: readonly string[], looked: readonly LookedUp[]): CheckedProof | null {
  const confirmed = looked.filter((one) => one.confirmed === true);
  const isWhole = commits.every((url) => confirmed.some((one) => one.url === url));
  if (confirmed.length === 0 || !isWhole) return null;
  const parts = keysOf(WORDS).flatMap((kind) => {
    const count = confirmed.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [plural(count, WORDS[kind])];
  });
  const authors = [...new Set(confirmed.flatMap(({ author }) => author ?? []))].join(', ');
  const comment = `GitHub confirms ${listed(parts)} of the connected account${authors === '' ? '' : ` (${authors})`}, made after the task was. The dates of commits are as the commits say.`;
  return { judge_id: GITHUB_CHECK, comment };
}

export const CHECK_OPEN = 'Not everything that was given could be confirmed with GitHub.';
