import type { ChangeKind } from '../../ports/github.ts';

/** A change by its address. `id`: the sha of a commit, or the id of a review. `number`: of the pull request. */
export interface ChangeAddress {
  readonly kind: ChangeKind;
  readonly repository: string;
  readonly id: string | null;
  readonly number: number | null;
}

const NAME = '[A-Za-z0-9_.-]{1,100}';
const COMMIT = new RegExp(`^/(${NAME}/${NAME})/(?:pull/\\d{1,10}/)?commits?/([0-9a-f]{7,64})/?$`, 'i');
const PULL = new RegExp(`^/(${NAME}/${NAME})/pull/(\\d{1,10})(?:/(?:files|commits|checks))?/?$`);
const REVIEW = /^#pullrequestreview-(\d{1,18})$/;

/** What an address at GitHub names. `site`: the origin of GitHub's pages. Null: no commit, pull request or review there. */
export function addressOf(url: string, site: string): ChangeAddress | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.host !== new URL(site).host) return null;
  const [, repository, sha] = COMMIT.exec(parsed.pathname) ?? [];
  if (repository !== undefined && sha !== undefined) return { kind: 'commit', repository, id: sha.toLowerCase(), number: null };
  const [, of, number] = PULL.exec(parsed.pathname) ?? [];
  if (of === undefined || number === undefined) return null;
  const review = REVIEW.exec(parsed.hash)?.[1] ?? null;
  return { kind: review === null ? 'pull_request' : 'review', repository: of, id: review, number: Number(number) };
}
