import type { File } from '../contracts/file.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { FileDoc } from '../projections/file.ts';

/** The personal part of a file, opened. */
export interface FileTexts {
  readonly name: string;
  readonly sha256: string;
  readonly captured_at: string | null;
}

/** `opener` must be ready for the owner. */
export function fileTexts(opener: Opener, { owner, texts }: Pick<FileDoc, 'owner' | 'texts'>): FileTexts {
  const opened: Partial<FileTexts> = opener.openNow(owner, texts) ?? {};
  const { name = '', sha256 = '', captured_at = null } = opened;
  return { name, sha256, captured_at };
}

/** `opener` must be ready for the owner. */
export function presentFile(opener: Opener, { id, doc }: Stored<FileDoc>): File {
  const { name, sha256, captured_at } = fileTexts(opener, doc);
  const { type, size, width, height, preview, created_at, task_id, seen_before } = doc;
  return { id, name, type, size, sha256, width, height, preview, captured_at, created_at, task_id, seen_before };
}
