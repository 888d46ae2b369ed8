/** The clock of development as several processes share it. */
export interface SharedClockState {
  /** By how much it is ahead of real time, in milliseconds. */
  readonly offset_ms: number;
  /** Stands still at this instant; null: it runs. RFC 3339. */
  readonly held: string | null;
  /** The latest instant that is known to have been shown. */
  readonly latest: string;
  /** A move that waits to be carried out, or is under way. */
  readonly asked: { readonly id: string; readonly target: string } | null;
  /** The move that ended last; `error`: why it did not get there. */
  readonly done: { readonly id: string; readonly error: string | null } | null;
}

/** Where it lies. Only in development; in production every process shows real time. @throws StoreUnavailable */
export interface ClockRecord {
  /** Begins with this state where there is none yet; gives the one that is there. */
  begin(state: SharedClockState): Promise<SharedClockState>;
  read(): Promise<SharedClockState>;
  /** Where the clock stands; by who moves it. */
  write(state: Pick<SharedClockState, 'offset_ms' | 'held' | 'latest'>): Promise<void>;
  /** False: another move waits, or one has ended since `seen`, the id of the one that ended last (null: none ever did). */
  ask(id: string, target: string, seen: string | null): Promise<boolean>;
  /** The move that was asked for has ended. */
  end(id: string, error: string | null): Promise<void>;
}
