import { MongoJobRepository } from '@agendajs/mongo-backend';
import type { AgendaBackend, JobParameters, JobRepositoryOptions } from 'agenda';
import { type Db, type Document, ObjectId } from 'mongodb';
import { codeOf, DUPLICATE_KEY } from './errors.ts';

const TRIES = 5;

/**
 * Agenda's jobs in MongoDB, shared by several processes. A starting process declares its jobs without changing the
 * next runs and locks of others, and a process that lost a lock can no longer write the job.
 */
class SharedJobs extends MongoJobRepository {
  #connected: Promise<void> | null = null;
  #asking: { readonly due: Map<string, Document>; readonly found: Promise<ReadonlySet<string>> } | null = null;

  /** Prepares the collection once, however often it is called. */
  override connect(): Promise<void> {
    this.#connected ??= this.#prepare().catch((error: unknown) => {
      this.#connected = null;
      throw error;
    });
    return this.#connected;
  }

  async #prepare(): Promise<void> {
    await super.connect();
    await this.collection.createIndex({ name: 1 }, { name: 'one_single', unique: true, partialFilterExpression: { type: 'single' } });
  }

  override async saveJob<DATA = unknown>(
    job: JobParameters<DATA>,
    options: JobRepositoryOptions | undefined,
  ): Promise<JobParameters<DATA>> {
    if (job._id || job.type !== 'single') return super.saveJob(job, options);
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const id = await this.#say(job);
      // Agenda's repository reads jobs of any data; these are the data that were just written.
      if (id) return (await this.getJobById(id.toHexString())) as JobParameters<DATA>;
    }
    throw new Error(`The job ${job.name} could not be written: others were first again and again.`);
  }

  /**
   * Declares a regular job. An existing job keeps its next run and its lock. Gives null if another process declared it
   * at the same moment.
   */
  async #say({ name, type, nextRunAt, data, priority, repeatInterval, repeatTimezone }: JobParameters): Promise<ObjectId | null> {
    const definition: object = {
      data: data ?? null,
      priority,
      repeatInterval: repeatInterval ?? null,
      repeatTimezone: repeatTimezone ?? null,
    };
    const found = await this.collection
      .findOneAndUpdate(
        { name, type },
        { $set: definition, $setOnInsert: { nextRunAt, lockedAt: null } },
        { upsert: true, returnDocument: 'after', projection: { _id: 1 } },
      )
      .catch((error: unknown) => {
        if (codeOf(error) === DUPLICATE_KEY) return null;
        throw error;
      });
    return found?._id ?? null;
  }

  /** Agenda asks for all its jobs at once, and usually none is due. So one query finds the names of those that are, and only these are locked. */
  override async getNextJobToRun(
    ...asked: Parameters<MongoJobRepository['getNextJobToRun']>
  ): ReturnType<MongoJobRepository['getNextJobToRun']> {
    const [name, nextScanAt, lockDeadline] = asked;
    const isFree = { lockedAt: null, nextRunAt: { $lte: nextScanAt } };
    const due = { name, disabled: { $ne: true }, $or: [isFree, { lockedAt: { $lte: lockDeadline } }] };
    this.#asking ??= this.#ask(new Map());
    this.#asking.due.set(name, due);
    return (await this.#asking.found).has(name) ? super.getNextJobToRun(...asked) : undefined;
  }

  #ask(due: Map<string, Document>) {
    const found = Promise.resolve().then(async () => {
      this.#asking = null;
      const rows = await this.collection.find({ $or: [...due.values()] }, { projection: { name: 1 } }).toArray();
      return new Set(rows.map(({ name }): string => name));
    });
    return { due, found };
  }

  /** @throws Error if the job no longer exists or another process has locked it since */
  override async saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    const { lockedAt, nextRunAt, lastRunAt, progress, failReason, failCount, failedAt, lastFinishedAt } = job;
    const state = { lockedAt, nextRunAt, lastRunAt, progress, failReason, failCount, failedAt, lastFinishedAt };
    const $set = Object.fromEntries(Object.entries(state).map(([field, value]) => [field, value ?? null]));
    const by = options?.lastModifiedBy;
    const mine = { _id: new ObjectId(`${job._id}`), name: job.name, ...(by && { lastModifiedBy: by }) };
    const { matchedCount } = await this.collection.updateOne(mine, { $set });
    if (matchedCount !== 1) throw new Error(`The job ${job.name} (${job._id}) is not there any more, or is another process's by now.`);
  }

  /** Agenda does not wait for this; a lock that cannot be released expires. */
  override async unlockJob(job: JobParameters): Promise<void> {
    await super.unlockJob(job).catch(() => undefined);
  }
}

/** Opens agenda's jobs in one collection. The connection stays open when they are closed. */
export function openMongoJobs(db: Db, collection = 'jobs'): AgendaBackend {
  const repository = new SharedJobs({ mongo: db, db: { collection } });
  return {
    name: 'MongoDB',
    repository,
    ownsConnection: false,
    connect: () => repository.connect(),
    disconnect: async () => undefined,
  };
}
