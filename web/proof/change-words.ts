import { number, plural } from '../../src/contracts/words/format.ts';
import type { GithubCommit, GithubPull } from '../api/connections.ts';
import { dayAndTime } from './words.ts';

type Here = Parameters<typeof dayAndTime>[1];

export interface ChangeRow {
  readonly url: string;
  readonly title: string;
  /** The repository and the change: 'ada/garden 9be1c07', 'ada/garden #7'. */
  readonly place: string;
  /** The time, and who stated it. */
  readonly when: string;
  readonly size: string | null;
}

/** For example '12 lines added, 3 taken away'. Null if GitHub did not say. */
export function sizeOf({ additions, deletions }: Pick<GithubCommit, 'additions' | 'deletions'>): string | null {
  return additions === null || deletions === null ? null : `${plural(additions, 'line')} added, ${number(deletions)} taken away`;
}

/** The date of a commit comes from its author, who can write any date. GitHub itself states when it was pushed. */
export function commitWhen(at: string, pushedAt: string | null, here: Here): string {
  const said = `${dayAndTime(at, here)}, as the commit says`;
  return pushedAt === null ? said : `${said}; pushed ${dayAndTime(pushedAt, here)}`;
}

export const commitRow = (commit: GithubCommit, here: Here): ChangeRow => ({
  url: commit.url,
  title: commit.message.split('\n', 1)[0] || 'No message',
  place: `${commit.repository} ${commit.sha.slice(0, 7)}`,
  when: commitWhen(commit.committedAt, commit.pushedAt, here),
  size: sizeOf(commit),
});

const STATES: Readonly<Record<GithubPull['state'], string>> = {
  open: 'Opened',
  closed: 'Closed, opened',
  merged: 'Merged',
  approved: 'Review, approved',
  changes_requested: 'Review, changes asked for',
  commented: 'Review',
  dismissed: 'Review, dismissed',
};

export const pullRow = (pull: GithubPull, here: Here): ChangeRow => ({
  url: pull.url,
  title: pull.title || 'No title',
  place: `${pull.repository} #${pull.number}`,
  when: `${STATES[pull.state]} ${dayAndTime(pull.mergedAt ?? pull.createdAt, here)}`,
  size: null,
});

/** For example 'Read from GitHub today 14:30.' For several pages it is the oldest reading. Null: nothing was read. */
export function readWords(read: readonly { readonly readAt: string }[], here: Here): string | null {
  const [first] = read.map(({ readAt }) => readAt).toSorted();
  return first === undefined ? null : `Read from GitHub ${dayAndTime(first, here)}.`;
}

const REPOSITORY = /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9_.-]{1,100}$/;

/** Accepts 'ada/garden' or its address. Empty: any repository. Null: the text names no repository. */
export function repositoryIn(text: string): string | null {
  const path = text.trim().replace(/^https?:\/\/[^/]+\//i, '');
  const name = path
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\.git$/, '');
  return name === '' || REPOSITORY.test(name) ? name : null;
}
