import { verify } from '@octokit/webhooks-methods';
import { z } from 'zod';
import type { GitHub } from '../../ports/github.ts';

/** A branch to which an account pushed. */
export interface PushedBranch {
  /** `owner/name`. */
  readonly repository: string;
  /** The newest commit that was pushed, or the name of the branch if only that is known. */
  readonly from: string;
  readonly at: string;
}

/** What GitHub says about an account's pushes. */
export interface Pushes {
  /** When commits reached GitHub, by sha. Commits whose time is not known are missing. */
  readonly times: ReadonlyMap<string, string>;
  /** The newest first. */
  readonly branches: readonly PushedBranch[];
}

export const NO_PUSHES: Pushes = { times: new Map(), branches: [] };
const BRANCH = 'refs/heads/';
const instant = z.string().transform((text) => new Date(text).toISOString());

const events = z.array(
  z.object({
    type: z.string(),
    created_at: instant.nullable(),
    repo: z.object({ name: z.string() }),
    payload: z.object({
      ref: z.string().nullish(),
      ref_type: z.string().nullish(),
      head: z.string().optional(),
      // Only GitHub Enterprise Server still sends them.
      commits: z.array(z.object({ sha: z.string() })).optional(),
    }),
  }),
);

/** Reads the events of an account, newest first. Events with an unknown shape are skipped. */
export function pushesIn(data: unknown): Pushes {
  const times = new Map<string, string>();
  const branches = new Map<string, PushedBranch>();
  for (const { type, created_at: at, repo, payload } of events.safeParse(data).data ?? []) {
    if (at === null) continue;
    const { ref, head, commits = [] } = payload;
    const isPush = type === 'PushEvent' && head !== undefined;
    if (isPush)
      for (const sha of [head, ...commits.map((one) => one.sha)]) {
        const before = times.get(sha);
        if (before === undefined || at < before) times.set(sha, at);
      }
    const isBranch = isPush ? ref?.startsWith(BRANCH) : type === 'CreateEvent' && payload.ref_type === 'branch';
    if (!isBranch || ref == null) continue;
    const name = ref.replace(BRANCH, '');
    const key = `${repo.name} ${name}`;
    if (!branches.has(key)) branches.set(key, { repository: repo.name, from: isPush ? head : name, at });
  }
  return { times, branches: [...branches.values()] };
}

const activities = z.array(z.object({ after: z.string(), ref: z.string(), timestamp: instant, activity_type: z.string() }));

/** Reads an account's activity in a repository, newest first. */
export function branchesIn(repository: string, data: unknown): readonly PushedBranch[] {
  const branches = new Map<string, PushedBranch>();
  for (const { after, ref, timestamp, activity_type } of activities.safeParse(data).data ?? [])
    if (ref.startsWith(BRANCH) && activity_type !== 'branch_deletion' && !branches.has(ref))
      branches.set(ref, { repository, from: after, at: timestamp });
  return [...branches.values()];
}

const SIGNATURE = /^sha256=[0-9a-f]{64}$/;

/** Checks signatures with this secret. Without a secret, no signature is valid. */
export const signedWith =
  (secret: string | null): GitHub['isSigned'] =>
  async (bytes, signature) => {
    if (secret === null || !SIGNATURE.test(signature)) return false;
    return verify(secret, new TextDecoder().decode(bytes), signature);
  };
