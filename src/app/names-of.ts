const PAGE = 200;

/** All names of a list that is read in pages. */
export async function* namesOf(
  read: (page: { readonly limit: number; readonly after?: string }) => Promise<readonly string[]>,
): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const names = await read({ limit: PAGE, ...(after !== undefined && { after }) });
    yield* names;
    after = names.at(-1);
    if (names.length < PAGE) return;
  }
}
