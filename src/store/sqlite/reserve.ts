import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { StoreFull } from '../../domain/kernel/event-store.ts';

/**
 * Room on the disk that is reserved for the read models, which must be written after the events. Without it a disk could fill up between an
 * event and its read models, and then reads would fail as well as writes.
 */
export interface Reserve {
  /**
   * Call this before events are written.
   * @throws StoreFull until the reserve has its room again
   */
  need(): void;
  /** Frees the room for something that must be written now. */
  giveUp(): void;
}

export interface ReserveOptions {
  readonly path: string;
  readonly bytes?: number;
  /** A time in milliseconds that never goes back. */
  readonly monotonic?: () => number;
}

/** The size that the write-ahead log of the read models can reach between two checkpoints. */
const BYTES = 8 * 1_048_576;
const PIECE = Buffer.alloc(1_048_576);
/** The pause between two attempts to get the room back. */
const AGAIN_MS = 250;

/** A disk without room for the reserve is no error before something must be written. */
export function openReserve({ path, bytes = BYTES, monotonic = () => performance.now() }: ReserveOptions): Reserve {
  let isHeld = hasSize(path, bytes) || take(path, bytes);
  let tried = monotonic();
  return {
    need() {
      if (isHeld) return;
      if (monotonic() - tried >= AGAIN_MS) {
        tried = monotonic();
        isHeld = take(path, bytes);
      }
      if (!isHeld) throw new StoreFull('There is no room left to write.');
    },
    giveUp() {
      if (isHeld) rmSync(path, { force: true });
      isHeld = false;
      tried = monotonic();
    },
  };
}

const hasSize = (path: string, bytes: number): boolean => statSync(path, { throwIfNoEntry: false })?.size === bytes;

/** Writes the whole file, because a file that was only extended takes no room. False: there is no room for it. */
function take(path: string, bytes: number): boolean {
  try {
    const file = openSync(path, 'w', 0o600);
    try {
      for (let left = bytes; left > 0; ) left -= writeSync(file, PIECE, 0, Math.min(left, PIECE.length));
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    rmSync(path, { force: true });
    return false;
  }
}
