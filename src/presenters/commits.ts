import type { Verification } from '../contracts/proof.ts';
import type { LookedUp } from '../domain/proof/event-data.ts';

type Commit = Verification['submissions'][number]['commits'][number];

/**
 * `/owner/name/commit/0a1b2c3`, as the well-known hosts have it. Some put `/-` before `commit`. A commit can also be shown among
 * those of a pull request (`/pull/5/commits/…`) or merge request, or as plain text (`.patch`).
 */
const COMMIT =
  /^\/([^/]+(?:\/[^/]+)+?)(?:\/-)?(?:\/(?:pull|pulls|merge_requests|pull-requests)\/\d+)?\/commits?\/([0-9a-f]{7,64})(?:\.(?:patch|diff))?\/?$/;

/** What the address of a commit says by itself. Nobody has looked whether it is there. */
export function commitOf(url: string): Commit {
  const [, repository = null, sha = null] = COMMIT.exec(URL.parse(url)?.pathname ?? '') ?? [];
  return {
    url,
    kind: 'commit',
    sha,
    repository,
    author: null,
    committed_at: null,
    pushed_at: null,
    message: null,
    read_at: null,
    confirmed: null,
    note: null,
  };
}

const lookedUpCommit = ({ at, ...read }: LookedUp): Commit => ({ ...read, committed_at: at });

interface GivenChanges {
  readonly commits?: readonly string[];
  /** What was read about them, and about links; the newest last. */
  readonly looked_up?: readonly LookedUp[];
}

/** The commits of a proof, with what was read about them. Links at which a pull request or a review was found follow them. */
export function commitsOf({ commits = [], looked_up = [] }: GivenChanges): Commit[] {
  const read = new Map(looked_up.map((one) => [one.url, one]));
  const more = [...read.keys()].filter((url) => !commits.includes(url));
  return [...commits, ...more].map((url) => {
    const found = read.get(url);
    return found === undefined ? commitOf(url) : { ...commitOf(url), ...withoutNulls(lookedUpCommit(found)) };
  });
}

/** What the address says by itself stays where nothing else was read. */
const withoutNulls = (commit: Commit): Partial<Commit> => Object.fromEntries(Object.entries(commit).filter(([, value]) => value !== null));
