const PAGE = 200;

type ReadNames = (page: { readonly limit: number; readonly after?: string }) => Promise<readonly string[]>;

/** All names of a list, in pages of at most 200. */
export async function* pagesOfNames(read: ReadNames): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined; ; ) {
    const names = await read({ limit: PAGE, ...(after !== undefined && { after }) });
    yield names;
    after = names.at(-1);
    if (names.length < PAGE) return;
  }
}

/** All names of a list that is read in pages. */
export async function* namesOf(read: ReadNames): AsyncGenerator<string> {
  for await (const names of pagesOfNames(read)) yield* names;
}
