/**
 * Screens, reports and mails show this to the owner instead of 'Verified' if a proof counts on the owner's own word, because
 * nobody judged it.
 */
export const ON_YOUR_WORD = 'On your word';
/** The same within a sentence. */
export const onYourWord = 'on your word';
/** For other readers than the owner: 'on Robin’s word'. `name` is the owner's name. */
export const onWordOf = (name: string): string => `on ${name}’s word`;
