/** The program's one clock. Instants are RFC 3339 in UTC with exactly three fraction digits. */
export interface Clock {
  now(): string;
}

/** The state of the development clock that several processes share. */
export interface SharedClockState {
  /** How far the clock is ahead of real time, in milliseconds. */
  readonly offset_ms: number;
  /** The RFC 3339 instant at which the clock stands still; null while it runs. */
  readonly held: string | null;
  /** The latest instant that any process is known to have shown. */
  readonly latest: string;
  /** The move that is requested or in progress; null if there is none. */
  readonly asked: { readonly id: string; readonly target: string } | null;
  /** The move that finished last. `error` says why it failed, or is null. */
  readonly done: { readonly id: string; readonly error: string | null } | null;
}

/**
 * Stores the shared clock. It is used in development only; in production every process shows real time.
 * @throws StoreUnavailable
 */
export interface ClockRecord {
  /** Stores this state if there is none yet, and returns the stored state. */
  initialize(state: SharedClockState): Promise<SharedClockState>;
  read(): Promise<SharedClockState>;
  /** Updates the clock. Only the process that moves the clock calls this. */
  write(state: Pick<SharedClockState, 'offset_ms' | 'held' | 'latest'>): Promise<void>;
  /**
   * Requests a move to `target`. Returns false if another move is pending, or if a move has finished since `seen`, the
   * id of the last finished move that the caller knows (null: it knows of none).
   */
  requestMove(id: string, target: string, seen: string | null): Promise<boolean>;
  /** Marks the requested move as finished; `error` says why it failed, or is null. */
  finishMove(id: string, error: string | null): Promise<void>;
}
