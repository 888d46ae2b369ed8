import type { ChangeKind } from '../../ports/github.ts';

/** The parts of a change's address. `id`: the sha of a commit, or the id of a review. `number`: of the pull request. */
export interface ChangeAddress {
  readonly kind: ChangeKind;
  readonly repository: string;
  readonly id: string | null;
  readonly number: number | null;
}

const NAME = '[A-Za-z0-9_.-]{1,100}';
const SHA = '[0-9a-f]{7,64}';
/** A commit, on its own page or on that of a pull request. */
const COMMIT = new RegExp(`^/(${NAME}/${NAME})/(?:pull/\\d{1,10}/)?commits?/(${SHA})(?:/checks)?$`, 'i');
/** A pull request, on any of its pages; the page of changes may name one commit or a range. */
const PULL = new RegExp(
  `^/(${NAME}/${NAME})/pull/(\\d{1,10})(?:/(?:commits|checks|conflicts|(?:files|changes)(?:/${SHA}(?:\\.\\.${SHA})?)?))?$`,
  'i',
);
const REVIEW = /^#pullrequestreview-(\d{1,18})$/;
/** The same as plain text, for programs that apply patches. */
const PLAIN = /\.(?:patch|diff)$/;

/**
 * What an address at GitHub names. `site`: the origin of GitHub's pages. Null: it is no commit, pull request or review.
 */
export function addressOf(url: string, site: string): ChangeAddress | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.host.replace(/^www\./, '') !== new URL(site).host) return null;
  const path = parsed.pathname.replace(/\/+$/, '').replace(PLAIN, '');
  const [, repository, sha] = COMMIT.exec(path) ?? [];
  if (repository !== undefined && sha !== undefined) return { kind: 'commit', repository, id: sha.toLowerCase(), number: null };
  const [, of, number] = PULL.exec(path) ?? [];
  if (of === undefined || number === undefined) return null;
  const review = REVIEW.exec(parsed.hash)?.[1] ?? null;
  return { kind: review === null ? 'pull_request' : 'review', repository: of, id: review, number: Number(number) };
}
