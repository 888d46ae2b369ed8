/** What the template `several.hbs` says: the subject of the first thing, and how many others there are. */
export interface Several {
  readonly first: string;
  readonly one_more: boolean;
  /** Null: there is none, or one. */
  readonly more: number | null;
}

export const several = (first: string, others: number): Several => ({ first, one_more: others === 1, more: others > 1 ? others : null });

/** The file with the template, as a path from the folder of a family of messages. */
export const SEVERAL = '../mail/several.hbs';
