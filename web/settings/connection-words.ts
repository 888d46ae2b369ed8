import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import type { Connection, RedirectCode } from '../api/connections.ts';
import type { Submission, Verification } from '../api/verifications.ts';
import { dayMonth } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';

const SENTENCES: Readonly<Record<RedirectCode, (name: string) => string>> = {
  access_denied: (name) => `You did not allow it at ${name}.`,
  state_invalid: () => 'It took longer than ten minutes, or was begun elsewhere. Begin again here.',
  unauthenticated: () => 'You were signed out meanwhile. Sign in and begin again.',
  scope_missing: (name) => `Something that is needed was left out at ${name}. Begin again, and leave every box ticked.`,
  unavailable: (name) => `${name} does not answer. Try again later.`,
  not_set_up: (name) => `Connecting ${name} is not set up here. Ask whoever operates this Vouch.`,
  refused: (name) => `${name} refused it.`,
};

/** Why connecting failed, by the code in the address to which the provider's answer led. Both come from the address. */
export function redirectWords(platform: string | null, code: string | null): string {
  const name = platform === 'google' || platform === 'github' ? PLATFORM_NAMES[platform] : 'The provider';
  return Object.hasOwn(SENTENCES, code ?? '') ? SENTENCES[code as RedirectCode](name) : `${name} gave no reason. Begin again.`;
}

interface Here {
  readonly zone: string;
  readonly today: string;
}

/** Since when, and as whom: 'Connected since 23 Nov, 14:12, as 583231.' */
export function sinceWords({ connectedAt, userIdOnPlatform }: Connection, { zone, today }: Here): string {
  const at = connectedAt && localTime(connectedAt, zone);
  return `Connected${at ? ` since ${dayMonth(at.date, today)}, ${at.time}` : ''}${userIdOnPlatform ? `, as ${userIdOnPlatform}` : ''}.`;
}

const SCOPES: Readonly<Record<string, string>> = {
  openid: 'who you are',
  email: 'your address',
  'https://www.googleapis.com/auth/userinfo.email': 'your address',
  'https://www.googleapis.com/auth/gmail.send': 'sending mail in your name',
  'gmail.send': 'sending mail in your name',
  'read:user': 'your public profile, commits and pull requests',
  'user:email': 'your addresses',
};

/** What a provider has allowed, in words; a name of its own that is not known stands as it is. */
export const scopeWords = (scopes: readonly string[]): readonly string[] => [...new Set(scopes.map((scope) => SCOPES[scope] ?? scope))];

type Commit = Submission['commits'][number];

/** What was read from GitHub for these proofs last, or null. Only what GitHub itself has confirmed or refused counts. */
export const lastRead = (verifications: readonly Pick<Verification, 'submissions'>[]): Commit | null =>
  verifications
    .flatMap(({ submissions }) => submissions.flatMap(({ commits }) => commits))
    .filter(({ readAt, url }) => readAt !== null && URL.parse(url)?.host.endsWith('github.com'))
    .reduce<Commit | null>((newest, one) => (newest === null || (one.readAt ?? '') > (newest.readAt ?? '') ? one : newest), null);

const KINDS: Readonly<Record<Commit['kind'], string>> = { commit: 'a commit', pull_request: 'a pull request', review: 'a review' };

/** What was read last, and when: 'Last read: a commit in ada/vouch, 23 Nov, 14:12.' */
export function readWords(read: Commit | null, { zone, today }: Here): string {
  if (!read?.readAt) return 'Nothing of yours was read for a proof yet.';
  const at = localTime(read.readAt, zone);
  return `Last read for a proof: ${KINDS[read.kind]}${read.repository ? ` in ${read.repository}` : ''}, ${dayMonth(at.date, today)}, ${at.time}.`;
}
