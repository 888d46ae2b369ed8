import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoErrorLabel,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoSystemError,
  MongoTopologyClosedError,
} from 'mongodb';
import { errorCode } from '../../domain/kernel/decider.ts';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';

/** A document with this key exists, or its guard refused the write. */
export const DUPLICATE_KEY = 11_000;
export const NAMESPACE_NOT_FOUND = 26;

const OUT_OF_DISK = new Set([14_031, 12_501]);

/** Codes of a server that is temporarily unavailable or refuses this client. The write may be retried. */
const UNAVAILABLE = new Set([
  6, // host unreachable
  7, // host not found
  13, // not allowed
  18, // authentication failed
  50, // time limit on the server exceeded
  64, // written, but not confirmed by a majority in time
  89, // network time-out
  91, // shutting down
  100, // not enough nodes for a majority
  112, // write conflict
  133, // no node to read from
  134, // no majority known yet
  189, // primary stepped down
  202, // time limit on the network exceeded
  262, // time limit exceeded
  9_001, // socket
  10_107, // not primary
  11_600, // interrupted by a shutdown
  11_601, // interrupted
  11_602, // interrupted by a change of roles
  13_435, // not primary, and reading from secondaries is not allowed
  13_436, // not primary or secondary yet
]);

const TRANSIENT = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  MongoServerClosedError,
  MongoStalePrimaryError,
  MongoExpiredSessionError,
  MongoSystemError,
] as const;
/** Error classes that the driver does not export. */
const TRANSIENT_NAMES = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError']);
const LABELS = [MongoErrorLabel.RetryableWriteError, MongoErrorLabel.TransientTransactionError, MongoErrorLabel.ResetPool];

export const codeOf = (error: unknown): number | null =>
  error instanceof MongoError && typeof error.code === 'number' ? error.code : null;

/** When a connection breaks during a write, the driver passes on the system's own error. */
const BROKEN = new Set([
  ...['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED'],
]);
const isBrokenConnection = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof MongoError) && BROKEN.has(errorCode(error) ?? '');

/** The error that the port promises. Faults of the program stay as they are. */
export function asStoreError(error: unknown): unknown {
  if (isBrokenConnection(error)) return new StoreUnavailable(`The connection to MongoDB broke: ${error.message}`, { cause: error });
  if (!(error instanceof MongoError)) return error;
  // An interrupted batch hides the actual error.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError) return asStoreError(error.errorResponse);
  const code = codeOf(error);
  if (code !== null && OUT_OF_DISK.has(code)) return new StoreFull('MongoDB has no room to write.', { cause: error });
  const isTransient =
    (code !== null && UNAVAILABLE.has(code)) ||
    TRANSIENT.some((kind) => error instanceof kind) ||
    TRANSIENT_NAMES.has(error.name) ||
    LABELS.some((label) => error.hasErrorLabel(label));
  return isTransient ? new StoreUnavailable(`MongoDB cannot be reached or refuses for now: ${error.message}`, { cause: error }) : error;
}
