import { createParser } from 'eventsource-parser';
import { followChanges } from '../../../src/contracts/calls/live.ts';
import { LIVE_KINDS, type LiveKind, TASK_IDS } from '../../../src/contracts/live.ts';
import { addressOf } from '../client.ts';

export type ChangedTasks = readonly string[] | null;

/** What can be read anew. */
export interface LiveChange {
  readonly kinds: readonly LiveKind[];
  /** The ids of the changed tasks. Null: it is not known which tasks have changed. */
  readonly tasks: ChangedTasks;
  /** Opaque. The server continues from it after an interruption. */
  readonly id: string;
}

/**
 * Why a connection is over. `cut`: the network, a proxy or the end of the server. `signed_out`: the session has ended. `full`:
 * the owner has too many connections. `waitMs`: the server asks to wait for so long.
 */
export interface Ending {
  readonly why: 'cut' | 'signed_out' | 'full';
  readonly waitMs: number;
}

const CUT: Ending = { why: 'cut', waitMs: 0 };
/** Until then the client has read the session again. If there is a new one, it connects again. */
const SIGNED_OUT: Ending = { why: 'signed_out', waitMs: 5_000 };

/** The server sends something every 15 s. After this time without anything, in milliseconds, the connection is dead. */
export const SILENCE_MS = 40_000;
const SECOND = 1_000;

function changesIn(data: string): Omit<LiveChange, 'id'> {
  const { kinds, tasks }: { kinds?: unknown; tasks?: unknown } = JSON.parse(data);
  return {
    // A later version of the server may know other kinds.
    kinds: LIVE_KINDS.filter((kind) => Array.isArray(kinds) && kinds.includes(kind)),
    // An earlier one does not name tasks.
    tasks: Array.isArray(tasks) ? tasks.map(String) : null,
  };
}

function endingOf(response: Response): Ending {
  if (response.status === 401) return SIGNED_OUT;
  const waitMs = SECOND * (Number(response.headers.get('retry-after')) || 0);
  return { why: response.status === 429 ? 'full' : 'cut', waitMs };
}

/** Calls `onSilence` once nothing was heard for too long. */
function createWatch(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const heard = () => {
    stop();
    timer = setTimeout(onSilence, SILENCE_MS);
  };
  return { heard, stop };
}

export interface StreamOptions {
  /** The id of the last change that is known. Null: none is. */
  readonly lastId: string | null;
  readonly signal: AbortSignal;
  readonly onChange: (change: LiveChange) => void;
}

/**
 * Reads changes until the connection ends, and never rejects. The browser's own EventSource is not used, because it tells
 * neither the status of a refusal nor a silent connection, and a new one cannot continue from the last id of another tab.
 */
export async function readChanges({ lastId, signal, onChange }: StreamOptions): Promise<Ending> {
  const silent = new AbortController();
  const watch = createWatch(() => silent.abort());
  let ended: Ending | null = null;
  const parser = createParser({
    onEvent({ event, id, data }) {
      if (event === 'end') ended = SIGNED_OUT;
      else if (event === 'change' && id !== undefined) onChange({ ...changesIn(data), id });
    },
  });
  watch.heard();
  try {
    const response = await fetch(addressOf(followChanges.path), {
      credentials: 'include',
      cache: 'no-store',
      headers: { accept: 'text/event-stream', prefer: TASK_IDS, ...(lastId !== null && { 'last-event-id': lastId }) },
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (!response.ok || response.body === null) return endingOf(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      watch.heard();
      parser.feed(chunk.value);
      if (ended) {
        await reader.cancel();
        break;
      }
    }
  } catch {
    // The connection was cut, or `signal` aborted.
  } finally {
    watch.stop();
  }
  return ended ?? CUT;
}
