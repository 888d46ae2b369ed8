import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { connectionKeys, fetchState, startAddress } from '../api/connections.ts';
import { redirectWords } from './connection-words.ts';

const WIDTH = 500;
const HEIGHT = 600;
/** Milliseconds between two looks whether the popup is still open. */
export const LOOK_MS = 500;
/** The page /oauth/redirect says on it what came back, before it closes its window. */
const CHANNEL = 'vouch-oauth';

const BLOCKED = 'The browser blocked the window. Allow popups for this page.';

/** In the middle of this window, where the screen has room for it. */
const features = (): string =>
  [
    'popup',
    `width=${WIDTH}`,
    `height=${HEIGHT}`,
    `left=${Math.max(0, Math.round(window.screenX + (window.outerWidth - WIDTH) / 2))}`,
    `top=${Math.max(0, Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2))}`,
  ].join(',');

/** Connects Google in a popup. The page looks every 500 ms whether it was closed, and then reads the status. */
export function usePopup() {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const popup = useRef<Window | null>(null);

  const starting = useMutation({
    mutationFn: async () => {
      const state = await fetchState();
      const opened = window.open(startAddress('google', state), CHANNEL, features());
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
    /** Whether the popup is being opened, or is open. */
    busy: starting.isPending || isOpen,
    error: starting.error,
    /** Why nothing was connected, as the provider's answer says. */
    refused,
  };
}
