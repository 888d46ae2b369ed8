/** What the owner's screens, reports and mails say instead of 'Verified' where a proof counts on the owner's own word: nobody judged it. */
export const ON_YOUR_WORD = 'On your word';
/** The same within a sentence. */
export const onYourWord = 'on your word';
/** The same for another reader than the owner: 'on Robin’s word'. `name`: the owner's. */
export const onWordOf = (name: string): string => `on ${name}’s word`;
