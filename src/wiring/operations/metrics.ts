import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * All metrics, in a registry of their own. Label values are names that the program defines (routes, commands, events,
 * read models, jobs), never an id, an address or a text. So their number is bounded, and nothing in them is personal.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> =>
    new Counter({ name: `vouch_${name}`, help, labelNames: [...labelNames], registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> =>
    new Gauge({ name: `vouch_${name}`, help, labelNames: [...labelNames], registers });
  const seconds = <L extends string>(name: string, help: string, labelNames: readonly L[]): Histogram<L> =>
    new Histogram({ name: `vouch_${name}`, help, labelNames: [...labelNames], registers, buckets: SECONDS });
  return {
    registry,
    info: gauge('info', 'Always 1; the version of the program.', ['version']),
    logged: counter('logged_total', 'Warnings and errors logged.', ['level']),
    // What people do.
    requests: counter('http_requests_total', 'Requests answered.', ['route', 'method', 'status']),
    requestSeconds: seconds('http_request_seconds', 'From the request to the end of its answer.', ['route', 'method']),
    remembered: counter('remembered_answers_total', 'Answers sent from memory (used), and remembered for the next time (made).', ['from']),
    rememberedNow: gauge('remembered_answers', 'Answers that are remembered.', []),
    rememberedBytes: gauge('remembered_answers_bytes', 'The memory that they take.', []),
    commands: counter('commands_total', 'Commands by what became of them.', ['aggregate', 'command', 'outcome']),
    events: counter('events_appended_total', 'Events appended by this process.', ['type']),
    // What the program does by itself.
    jobs: counter('jobs_total', 'Turns of regular jobs.', ['job', 'outcome']),
    jobSeconds: seconds('job_seconds', 'How long a turn took.', ['job']),
    work: counter('due_work_total', 'Pieces of due work done.', ['kind', 'outcome']),
    workSeconds: seconds('due_work_seconds', 'How long a piece of due work took.', ['kind']),
    waiting: gauge('due_work_waiting', 'Pieces of work that are due now, up to 1000.', ['kind']),
    oldest: gauge('due_work_oldest_seconds', 'For how long the oldest piece of due work has been due.', []),
    aside: gauge('due_work_set_aside', 'Pieces of due work that failed here and wait to be tried again.', []),
    reactorBehind: gauge('reactor_behind_seconds', 'Age of the oldest event that the reactor has not passed.', ['reactor']),
    reactorWaiting: gauge('reactor_events_waiting', 'Events whose reaction failed, or waits behind one that did.', ['reactor']),
    reactorAside: gauge('reactor_events_set_aside', 'Events whose reaction failed too often and waits for an operator.', ['reactor']),
    deliveries: counter('deliveries_total', 'Messages asked for, sent, put off, given up and cancelled.', ['kind', 'channel', 'outcome']),
    reports: counter('reports_total', 'Reports asked for as a file, by how that ended.', ['format', 'outcome']),
    reportsWaiting: gauge('reports_waiting', 'Reports that wait for their turn to be made.', []),
    reportsMaking: gauge('reports_making', 'Reports that are being made.', []),
    // What the program depends on.
    lag: gauge('projection_lag_seconds', 'Age of the oldest event that the read model has not taken in.', [
      'projection',
      'version',
      'serves',
    ]),
    folded: gauge('projection_folded_here', '1: this process folds the read model.', ['projection']),
    leases: gauge('leases_held', '1: this process holds the lease.', ['lease']),
    storeUp: gauge('store_up', '1: the store answers.', ['store']),
    storeSeconds: seconds('store_seconds', 'Calls of the stores.', ['store', 'operation']),
    storeErrors: counter('store_errors_total', 'Calls of the stores that failed.', ['store', 'operation', 'error']),
    fallbacks: counter('review_fallbacks_total', 'Reviews that the rubric made because the AI gave none.', ['reason']),
    backupAge: gauge('backup_age_seconds', 'On files: for how long there has been no newer backup; +Inf: there is none.', ['folder']),
    freeBytes: gauge('data_free_bytes', 'On files: room left on the disk of the data folder.', ['folder']),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
