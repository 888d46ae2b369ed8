import type { Verification } from '../contracts/verification.ts';

type Commit = Verification['submissions'][number]['commits'][number];

/** `/owner/name/commit/0a1b2c3`, as the well-known hosts have it; some put `/-` before `commit`. */
const COMMIT = /^\/([^/]+(?:\/[^/]+)+?)(?:\/-)?\/commits?\/([0-9a-f]{7,64})\/?$/;

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
