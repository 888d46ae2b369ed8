import { ANNOUNCED, SOUND } from './kept.ts';

const NOTES = [
  { hertz: 659.25, at: 0 },
  { hertz: 880, at: 0.22 },
] as const;
const LOUDNESS = 0.2;
const NOTE_SECONDS = 0.9;

/** Two soft notes. Without a press in this page before, the browser plays nothing. */
export function playSound(): void {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  for (const { hertz, at } of NOTES) {
    const from = audio.currentTime + at;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, from);
    // A gain cannot fall to zero exponentially.
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + NOTE_SECONDS);
  }
  setTimeout(() => void audio.close(), 2_000);
}

/** Only for a person who looks at another tab or program. This page never asks for the permission. */
async function notify(title: string, body: string): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden) return;
  const options = { body, tag: 'vouch-focus' };
  try {
    // On Android only a service worker can show one.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else new Notification(title, options);
  } catch {
    // The title of the tab and the top bar still say it.
  }
}

/** `id`: what has ended. Of several tabs one announces it. */
export function announce(id: string, title: string, body: string): void {
  const tell = (): void => {
    if (ANNOUNCED.get() === id) return;
    ANNOUNCED.set(id);
    if (SOUND.get() === 'on') playSound();
    void notify(title, body);
  };
  if (navigator.locks) void navigator.locks.request('vouch-focus-announce', tell);
  else tell();
}
