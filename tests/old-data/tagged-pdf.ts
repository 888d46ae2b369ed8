import { inBody } from './public-names.ts';

/** When and where a report was made, and the number of the page, as the last lines of a page. */
const FOOT = /\n.+\n.+\nTime zone\n.+\nPage\n\d+ of \d+$/;
/** On the first page the head is product and report, owner, title, period; on later ones it is a single line. */
const HEADS = { first: /^(.+\n){3}.+/, later: /^.+/ };

/** A part that goes on over several pages, such as a table, is drawn in one go, so head and foot of a page come before its content. */
export const withFootFirst = inBody(/^\/api\/reports\/reports\/pdf/, (pages: readonly string[]) =>
  pages.map((page, index) => {
    const [foot = ''] = FOOT.exec(page) ?? [];
    const content = page.slice(0, page.length - foot.length);
    return content.replace(index === 0 ? HEADS.first : HEADS.later, (head) => head + foot);
  }),
);
