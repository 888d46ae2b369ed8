import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { clockTime, dayMonth } from '../../src/contracts/words/format.ts';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import { type Connection, connectionKeys, fetchState, type RedirectCode, startAddress } from '../api/connections.ts';
import type { Submission, Verification } from '../api/verifications.ts';
import { localTime } from '../lib/calendar.ts';

const REDIRECT_SENTENCES: Readonly<Record<RedirectCode, (name: string) => string>> = {
  access_denied: (name) => `You did not allow it at ${name}.`,
  state_invalid: () => 'It took longer than ten minutes, or was begun elsewhere. Begin again here.',
  unauthenticated: () => 'You were signed out meanwhile. Sign in and begin again.',
  scope_missing: (name) => `Something that is needed was left out at ${name}. Begin again, and leave every box ticked.`,
  unavailable: (name) => `${name} does not answer. Try again later.`,
  not_set_up: (name) => `Connecting ${name} is not set up here. Ask whoever operates this Vouch.`,
  refused: (name) => `${name} refused it.`,
};

/** Explains a failed connection. Both arguments come from the address of the redirect. */
export function redirectWords(platform: string | null, code: string | null): string {
  const name = platform === 'google' || platform === 'github' ? PLATFORM_NAMES[platform] : 'The provider';
  return Object.hasOwn(REDIRECT_SENTENCES, code ?? '')
    ? REDIRECT_SENTENCES[code as RedirectCode](name)
    : `${name} gave no reason. Begin again.`;
}

interface Here {
  readonly zone: string;
  readonly today: string;
}

/** For example 'Connected since 23 Nov, 14:12, as 583231.' */
export function sinceWords({ connectedAt, userIdOnPlatform }: Connection, { zone, today }: Here): string {
  const at = connectedAt && localTime(connectedAt, zone);
  return `Connected${at ? ` since ${dayMonth(at.date, today)}, ${clockTime(at.time)}` : ''}${userIdOnPlatform ? `, as ${userIdOnPlatform}` : ''}.`;
}

const SCOPE_WORDS: Readonly<Record<string, string>> = {
  openid: 'who you are',
  email: 'your address',
  'https://www.googleapis.com/auth/userinfo.email': 'your address',
  'https://www.googleapis.com/auth/gmail.send': 'sending mail in your name',
  'gmail.send': 'sending mail in your name',
  'read:user': 'your public profile, commits and pull requests',
  'user:email': 'your addresses',
};

/** The granted scopes in words. Unknown scopes are shown as they are. */
export const scopeWords = (scopes: readonly string[]): readonly string[] => [
  ...new Set(scopes.map((scope) => SCOPE_WORDS[scope] ?? scope)),
];

type Commit = Submission['commits'][number];

/** The newest commit or pull request that GitHub itself confirmed or refused, or null. */
export const lastRead = (verifications: readonly Pick<Verification, 'submissions'>[]): Commit | null =>
  verifications
    .flatMap(({ submissions }) => submissions.flatMap(({ commits }) => commits))
    .filter(({ readAt, url }) => readAt !== null && URL.parse(url)?.host.endsWith('github.com'))
    .reduce<Commit | null>((newest, one) => (newest === null || (one.readAt ?? '') > (newest.readAt ?? '') ? one : newest), null);

const KIND_WORDS: Readonly<Record<Commit['kind'], string>> = { commit: 'a commit', pull_request: 'a pull request', review: 'a review' };

/** For example 'Last read: a commit in ada/vouch, 23 Nov, 14:12.' */
export function readWords(read: Commit | null, { zone, today }: Here): string {
  if (!read?.readAt) return 'Nothing of yours was read for a proof yet.';
  const at = localTime(read.readAt, zone);
  return `Last read for a proof: ${KIND_WORDS[read.kind]}${read.repository ? ` in ${read.repository}` : ''}, ${dayMonth(at.date, today)}, ${clockTime(at.time)}.`;
}

const POPUP_WIDTH = 500;
const POPUP_HEIGHT = 600;
/** Polling interval in milliseconds for whether the popup is still open. */
export const LOOK_MS = 500;
/** The page /oauth/redirect reports its result on this channel before it closes its window. */
const CHANNEL = 'vouch-oauth';

const BLOCKED = 'The browser blocked the window. Allow popups for this page.';

/** Centres the popup over this window, if the screen has room for it. */
const popupFeatures = (): string =>
  [
    'popup',
    `width=${POPUP_WIDTH}`,
    `height=${POPUP_HEIGHT}`,
    `left=${Math.max(0, Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH) / 2))}`,
    `top=${Math.max(0, Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT) / 2))}`,
  ].join(',');

/** Polls whether the popup was closed, and then reads the status of the connection. */
export function usePopup() {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const popup = useRef<Window | null>(null);

  const starting = useMutation({
    mutationFn: async () => {
      const state = await fetchState();
      const opened = window.open(startAddress('google', state), CHANNEL, popupFeatures());
      if (!opened) throw new Error(BLOCKED);
      popup.current = opened;
    },
    onMutate: () => setRefused(null),
    onSuccess: () => setOpen(true),
  });

  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => {
      if (popup.current && !popup.current.closed) return;
      popup.current = null;
      setOpen(false);
      void client.invalidateQueries({ queryKey: connectionKeys.all });
    }, LOOK_MS);
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<{ platform?: string; status?: string; code?: string }>) => {
      if (data.status === 'error') setRefused(redirectWords(data.platform ?? null, data.code ?? null));
      void client.invalidateQueries({ queryKey: connectionKeys.all });
    };
    return () => {
      clearInterval(timer);
      channel.close();
    };
  }, [client, isOpen]);

  return {
    start: () => starting.mutate(),
    /** True while the popup is being opened and while it is open. */
    busy: starting.isPending || isOpen,
    error: starting.error,
    /** The reason from the provider's answer if nothing was connected. */
    refused,
  };
}
