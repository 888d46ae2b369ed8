import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { checkRoom, type NewUpload, ownFile, takeUpload, withOwnFiles } from './files.ts';
import type { Quota } from './quota.ts';

const MOST_UPLOADS = 50;

export interface AnnouncedUpload {
  readonly name: string;
  readonly task_id: string | null;
  /** In bytes. */
  readonly size: number;
}

export interface ResumableUpload extends AnnouncedUpload {
  readonly length: number;
  /** RFC 3339. */
  readonly at: string;
  /** When the unfinished upload is deleted; null: it is a file already. */
  readonly expires_at: string | null;
}

/**
 * Begins an upload that can be continued for 24 hours.
 * @throws RuleViolation quota_exceeded, limit_reached
 */
export async function beginUpload(app: App, owner: string, id: string, announced: AnnouncedUpload, quota: Quota): Promise<void> {
  await withOwnFiles(app, owner, async () => {
    const unfinished = await app.files.uploads(owner);
    // The announced bytes of other unfinished uploads need room, too.
    const missing = unfinished.reduce((sum, { about, length }) => sum + Math.max(0, announcedIn(about).size - length), 0);
    const bytes = (await app.files.total(owner)) + announced.size + missing;
    await checkRoom(app, owner, { bytes, files: null }, quota);
    if (unfinished.length >= MOST_UPLOADS)
      throw new RuleViolation('limit_reached', `${MOST_UPLOADS} uploads are not finished. Finish or cancel one of them, then try again.`);
    await app.files.begin(owner, id, JSON.stringify(announced), app.clock.now());
  });
}

/** An upload from a form announced nothing. */
const announcedIn = (about: string): AnnouncedUpload =>
  // `beginUpload` has written this text.
  about === '' ? { name: '', task_id: null, size: 0 } : (JSON.parse(about) as AnnouncedUpload);

/**
 * An unfinished upload, or the file that it has become: a client that lost the last answer asks again. Null: there is none, or it has
 * expired.
 */
export async function resumable(app: App, owner: string, id: string): Promise<ResumableUpload | null> {
  const found = await app.files.upload(owner, id);
  if (found !== null && found.about !== '') {
    const expires_at = later(found.at, DAY_MS);
    if (expires_at <= app.clock.now()) return null;
    return { ...announcedIn(found.about), length: found.length, at: found.at, expires_at };
  }
  const doc = await ownFile(app, owner, id);
  if (doc === null) return null;
  return { name: '', task_id: doc.task_id, size: doc.size, length: doc.size, at: doc.created_at, expires_at: null };
}

/**
 * Turns a complete upload into a file. If it is one already, nothing changes. An upload that can never become a file is abandoned. If the
 * client has disconnected, the upload remains.
 * @throws as `takeUpload`
 */
export async function finishUpload(app: App, caller: Caller, upload: NewUpload, gone: AbortSignal): Promise<Position | null> {
  try {
    return await takeUpload(app, caller, upload, gone);
  } catch (error) {
    if (error instanceof RuleViolation && error.code === 'validation_failed') await app.files.abandon(caller.owner, upload.id);
    throw error;
  }
}
