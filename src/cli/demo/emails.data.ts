/** An email that answers somebody. The title of the promise provides `{person}` and `{part}`. */
export interface Letter {
  readonly subject: string;
  readonly body: string;
}

export const EMAIL_REQUIREMENT = 'The answer itself: what was decided, and until when';

export const LETTERS: readonly Letter[] = [
  {
    subject: 'Your question about {part}',
    body: `Hello {person},

thank you for your patience. I have looked into {part}, and this is what I found: the fault is ours, it began with Monday's release, and two customers saw it.

The fix is in review. Could you please try it on staging before Thursday 12:00? If it holds there, it goes out on Thursday evening.

Kind regards
Robin`,
  },
  {
    subject: '{part}: what we decided',
    body: `Hello {person},

we have decided about {part}: we keep the present form until the end of the quarter, and replace it after that.

1. Until Friday I write down what depends on it.
2. Please add by Tuesday what your team needs to keep.
3. On Wednesday we agree on the order.

Please tell me by Monday if one of these dates does not work for you.

Best regards
Robin`,
  },
  {
    subject: 'Numbers on {part}',
    body: `Hello {person},

here are the numbers that you asked for. Since the change {part} takes 64 ms where it took 121 ms, and nothing failed in 1.2 million requests.

Could you please confirm by Friday that this is enough for the launch? Otherwise I would look at the second query next week.

Kind regards
Robin`,
  },
  {
    subject: 'Access to {part}',
    body: `Hello {person},

you asked who may change {part}. At the moment these are Amara and I. I have asked for your access today, and it needs your confirmation in the mail from our directory.

Please confirm it by Wednesday, because the link ends then.

Best regards
Robin`,
  },
];

/** A hasty draft. It gets a poor review, and then the person sends a better one. */
export const ROUGH: Letter = { subject: 're: {part}', body: 'hi {person}, {part} is fixed i think. let me know' };
