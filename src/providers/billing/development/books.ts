import type { Files } from '../../../ports/files.ts';
import type { Book } from './book.ts';
import { emptyBook } from './book.ts';

const FILE = 'development-billing.json';
const CUSTOMER = 'cus_';

/** The customer of an owner, and the owner in whatever id of theirs. */
export const customerOf = (owner: string): string => `${CUSTOMER}${owner}`;
export const ownerIn = (id: string): string | null => /^(?:cus|cs|sub)_([0-9a-f-]{36})(?:_\d+)?$/.exec(id)?.[1] ?? null;

/** Keeps what the provider knows of each customer in a file of theirs, sealed like every other, so that it outlasts the program. */
export interface Books {
  /** Works on the book of an owner, alone. What it changes is kept, also where it throws. Null: the account was deleted. */
  with<T>(owner: string, work: (book: Book) => T | Promise<T>): Promise<T | null>;
}

export function createBooks(
  files: Pick<Files, 'read' | 'write'>,
  hasKey: (owner: string) => Promise<boolean>,
  mutex: <T>(key: string, work: () => Promise<T>) => Promise<T>,
): Books {
  async function read(owner: string): Promise<Book> {
    const file = await files.read(owner, FILE);
    if (file === null) return emptyBook(customerOf(owner));
    return JSON.parse(Buffer.concat(await Array.fromAsync(file.content)).toString()) as Book;
  }
  async function* bytes(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  return {
    with: (owner, work) =>
      mutex(`development billing ${owner}`, async () => {
        if (!(await hasKey(owner))) return null;
        const book = await read(owner);
        const before = JSON.stringify(book);
        try {
          return await work(book);
        } finally {
          const after = JSON.stringify(book);
          if (after !== before) await files.write(owner, FILE, bytes(after));
        }
      }),
  };
}
