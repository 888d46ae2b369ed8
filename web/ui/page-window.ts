export type PageStep = number | 'gap-before' | 'gap-after';

/**
 * The pages to show: the first, the last, and the neighbours of the current one, with gaps between them. A gap of one page is
 * shown as that page.
 */
export function pageWindow(page: number, pages: number): PageStep[] {
  const from = page - 1 <= 3 ? 1 : page - 1;
  const to = page + 1 >= pages - 2 ? pages : page + 1;
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [...(from > 1 ? [1, 'gap-before' as const] : []), ...middle, ...(to < pages ? ['gap-after' as const, pages] : [])];
}
