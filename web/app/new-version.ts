import { keep, readKept } from '../lib/tab-storage.ts';

const RELOADED = 'reloaded for a version';
interface Reloaded {
  readonly entry: string;
}

/** The script with which every page begins. Its name contains a hash, so it tells one version of the program from another. */
const ENTRY = /\/assets\/index-[\w-]+\.js/;

/**
 * Whether the server has another version of the program than this page. Then parts of this page that are not loaded yet may be gone.
 * False also if the server does not answer, or if this tab was reloaded for that version before: while several machines get a new
 * version, one of them may give its document and another one refuse its scripts.
 */
export async function isReplaced(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  const answer = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } }).catch(() => null);
  const entry = answer?.ok ? ENTRY.exec(await answer.text().catch(() => ''))?.[0] : undefined;
  if (own === undefined || entry === undefined || own.endsWith(entry)) return false;
  const isTried = (readKept(RELOADED) as Reloaded | null)?.entry === entry;
  keep(RELOADED, { entry } satisfies Reloaded);
  return !isTried;
}
