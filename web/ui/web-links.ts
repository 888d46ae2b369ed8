import { LinkifyIt } from 'linkify-it';

/** Finds addresses that begin with http or https. An address of mail or a bare 'example.org' is no link. */
const finder = new LinkifyIt({ fuzzyEmail: false }).add('ftp:', null).add('mailto:', null).add('//', null);

export interface WebLink {
  /** Begins with http or https, in any case. */
  readonly url: string;
  /** Positions in the text. */
  readonly from: number;
  readonly to: number;
}

/** In the order of the text. */
export const webLinks = (text: string): readonly WebLink[] =>
  (finder.match(text) ?? []).map(({ url, index, lastIndex }) => ({ url, from: index, to: lastIndex }));
