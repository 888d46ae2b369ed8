import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { App } from '../../../app/app.ts';
import { beginUpload, resumable } from '../../../app/file/resumable.ts';
import { WrongOffset } from '../../../ports/files.ts';

/** Where tus keeps uploads: our own store of files, for one owner. */
export class TusStore extends DataStore {
  readonly #app: App;
  readonly #owner: string;
  readonly #quota: () => Promise<number>;

  constructor(app: App, owner: string, quota: () => Promise<number>) {
    super();
    this.#app = app;
    this.#owner = owner;
    this.#quota = quota;
    // Uploads expire by the program's clock, so tus does not look after that.
    this.extensions = ['creation', 'termination', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { filename, task_id } = upload.metadata ?? {};
    const announced = { name: filename ?? '', task_id: task_id || null, size: upload.size ?? 0 };
    await beginUpload(this.#app, this.#owner, upload.id, announced, await this.#quota());
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await resumable(this.#app, this.#owner, id);
    if (found === null) throw ERRORS.FILE_NOT_FOUND;
    const { name, task_id, size, length, at } = found;
    return new Upload({ id, size, offset: length, creation_date: at, metadata: { filename: name, ...(task_id !== null && { task_id }) } });
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    try {
      const length = await this.#app.files.append(this.#owner, id, offset, content as AsyncIterable<Uint8Array>);
      // It is a file already, or it has been cancelled.
      if (length === null) return (await this.getUpload(id)).offset;
      return length;
    } catch (error) {
      throw error instanceof WrongOffset ? ERRORS.INVALID_OFFSET : error;
    }
  }

  override async remove(id: string): Promise<void> {
    if ((await this.#app.files.upload(this.#owner, id)) === null) throw ERRORS.FILE_NOT_FOUND;
    await this.#app.files.abandon(this.#owner, id);
  }
}
