/** The longest statement of a code task, in characters. */
export const LONGEST_STATEMENT = 50_000;
/** As many examples as are run in a submission. */
export const MOST_EXAMPLES = 50;
