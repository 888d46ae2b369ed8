/** The text as one line, without control characters, so that it can neither end a mail header nor begin a line of its own. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
