/** Every field that a line of the log can have, with its meaning. No field may hold personal data. */
export const LOG_FIELDS = {
  account: 'keyed hash of the account; `null`: not known',
  at_most_s: 'seconds after which the process ends',
  audit: 'what was done, see the audit log',
  collection: 'read model with its version, such as `tasks.v3`',
  collections: 'several read models with their versions',
  elsewhere: 'number of pieces that other workers did',
  err: 'the error: `type`, `message`, `code`, `stack` and `cause`',
  event_id: 'id of the event',
  first: 'first of the paths',
  found: 'number of events in the event log',
  head: 'position of the last event in the event log',
  job: 'name of the job: `due`, `clock` or `sweep`',
  keys: 'number of keys',
  known: 'number of events that the vault knew',
  kind: 'kind of the due work',
  method: 'method of the request',
  ms: 'milliseconds from the request to the end of the answer',
  next_at: 'instant of the next attempt; `null`: there is none',
  older: 'the read models that are replaced, with their versions',
  outcome: '`done`, or why it was refused, see the audit log',
  paths: 'number of paths',
  percent: 'how much of all read models is built',
  pieces: 'number of pieces of due work',
  port: 'number of the port',
  position: 'position in the event log',
  reactor: 'name of the reactor',
  read_models: 'percentage that is built of each read model',
  reason: 'code of the reason, such as `timeout`',
  request: 'id of the request, as in `X-Request-Id`',
  route: 'pattern of the route, never the path',
  signal: 'the signal that the process received',
  status: 'status code of an answer; `null`: there was no answer',
  stood: 'position that the reactor had stored',
  token: 'number of the lease; a newer lease has a higher one',
  tries: 'number of failed attempts',
  type: 'type of the event',
  until: 'instant of the next attempt',
  waited_s: 'seconds that the process has waited',
  why: 'the reason, in a sentence',
} as const;

type LogField = keyof typeof LOG_FIELDS;
type Level = 'info' | 'warn' | 'error';

const at =
  <L extends Level>(level: L) =>
  <F extends LogField = never>(message: string, ...fields: readonly F[]) => ({ level, message, fields });
const [info, warn, error] = [at('info'), at('warn'), at('error')];

/**
 * Every event of the program's log, by its name: its level, its message and its fields. Operators search the log for the names, so a name
 * never changes. docs/operations.md says what to do about each of them.
 */
export const LOG_EVENTS = {
  'program.start_failed': error('The program could not start.', 'err'),
  'program.stop_requested': info('The program was told to stop.', 'signal'),
  'program.crashed': error('An unexpected error ends the program.', 'err'),
  'operations.started': info('The port for operators is open.', 'port'),
  'operations.request_failed': error('A request on the port for operators failed.', 'err'),

  'data_folder.made_private': warn('Others had access to the data folder. Their access was removed.', 'paths', 'first'),
  'event_log.accepted': warn(
    'An event log that is not the one that the vault knew was accepted, because VOUCH_ACCEPT_SHORTER_LOG is set.',
    'known',
    'found',
  ),
  'vault.keys_destroyed_again': warn(
    'The vault had keys of accounts that were erased, because an older copy of it was put back. They were destroyed.',
    'keys',
  ),
  'event_log.anchor_failed': error('The end of the event log could not be noted in the vault.', 'err'),
  'store.unavailable': warn('A store does not answer. The program waits for it.', 'why', 'waited_s', 'at_most_s'),
  'store.available': info('All stores answer.', 'waited_s'),
  'store.failed': error('A store failed in the background, for example when a lease was renewed.', 'err'),
  'clock.save_failed': error('The clock could not be saved.', 'err'),
  'clock.move_failed': error('The clock of the development mode could not be moved.', 'err'),

  'request.answered': info('Request answered.', 'request', 'method', 'route', 'status', 'ms'),
  'request.failed': error('An unexpected error ended a request.', 'err', 'request', 'method', 'route'),
  'request.answer_unsent': error('An answer could not be sent.', 'err'),
  'request.follow_up_failed': error('Work that continues after an answer failed, such as requesting a mail.', 'err'),
  'audit.recorded': info('Entry of the audit log.', 'audit', 'outcome', 'account'),

  'timekeeper.started': info('This process now runs the due work and the reactors.', 'token'),
  'timekeeper.lost': warn('This process lost its lease for the due work. Another process may have it now.', 'token'),
  'job.failed': error('A regular job failed. It runs again at its next turn.', 'err', 'job'),
  'job.store_failed': error('The store of the regular jobs failed.', 'err'),
  'job.check_failed': warn('The search for jobs that were left behind failed. It is repeated.', 'err'),
  'job.lock_lost': warn('The lock of a running job could not be renewed. Another process may run the job, too.', 'err'),
  'job.release_failed': warn('The locks of jobs could not be released. They expire within seconds.', 'err'),
  'due_work.failed': error('A piece of due work failed and is tried again.', 'err', 'kind', 'tries', 'until'),
  'due_work.shared': info('Other workers did a part of the due work of one instant.', 'kind', 'pieces', 'elsewhere'),
  'due_work.read_failed': error('Due work could not be read. It is read again in a second.', 'err'),
  'background_check.failed': error('A check that is repeated failed. The next one follows.', 'err'),

  'read_model.build_awaited': info('No worker has built the read models yet. This process waits for one.'),
  'read_model.build_progressed': info('Read models are being built. Requests wait or are refused.', 'percent', 'read_models'),
  'read_model.build_completed': info('All read models can be read.'),
  'read_model.index_failed': error('The indexes of read models could not be made. The program tries again.', 'err'),
  'read_model.update_failed': error(
    'Read models could not be brought up to date. The program tries again.',
    'err',
    'collections',
    'position',
  ),
  'read_model.late': error(
    'A read model is late. Until it has caught up, requests wait only for their own changes.',
    'collection',
    'position',
  ),
  'read_model.thread_failed': error('A thread that folds read models ended or did not start. Another one replaces it.', 'err'),
  'read_model.replaced': info('Newer versions of read models are in use.', 'collections', 'older'),
  'read_model.dropped': info('An older version of a read model was dropped.', 'collection'),
  'read_model.drop_failed': error('Older versions of read models could not be dropped. The next start tries again.', 'err'),
  'read_model.taken': info('This worker now builds this read model.', 'collection', 'token', 'position'),
  'read_model.take_failed': error('This worker could not take over a read model. It tries again.', 'err', 'collection'),
  'read_model.lost': error('This worker lost a read model to another worker.', 'collection', 'token', 'why'),
  'read_model.released': info('This worker no longer builds this read model.', 'collection', 'token'),
  'read_model.release_failed': error('The lease of a read model could not be released. It expires.', 'err', 'collection'),

  'reactor.set_back': warn(
    'The checkpoint of a reactor was beyond the end of the event log and was moved there.',
    'reactor',
    'stood',
    'head',
  ),
  'reactor.interrupted': error('The reactors could not continue. They try again.', 'err'),
  'reactor.event_failed': error(
    'A reactor failed to process an event and tries again.',
    ...(['err', 'reactor', 'event_id', 'type', 'tries', 'next_at'] as const),
  ),
  'reactor.event_set_aside': error(
    'A reactor failed too often to process an event and has set it aside.',
    ...(['err', 'reactor', 'event_id', 'type', 'tries', 'next_at'] as const),
  ),

  'review.failed': error('A review of proof failed and is tried again.', 'err'),
  'review.fallback_used': warn('The AI gave no review, so the rubric reviewed.', 'reason', 'status'),
  'email.record_failed': error('The result of sending an email could not be recorded.', 'err'),
  'report.thread_failed': error('A thread that renders reports failed. Another one replaces it.', 'err'),
} as const;

export type LogEvent = keyof typeof LOG_EVENTS;
type EventAt<L extends Level> = { [E in LogEvent]: (typeof LOG_EVENTS)[E]['level'] extends L ? E : never }[LogEvent];
type FieldsOf<E extends LogEvent> = { readonly [F in (typeof LOG_EVENTS)[E]['fields'][number]]: unknown };

/** The program's log. Each method takes the events of its level. */
export interface Log {
  info<E extends EventAt<'info'>>(fields: FieldsOf<E>, event: E): void;
  warn<E extends EventAt<'warn'>>(fields: FieldsOf<E>, event: E): void;
  error<E extends EventAt<'error'>>(fields: FieldsOf<E>, event: E): void;
}
