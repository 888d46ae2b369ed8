/** A kind of promise that a developer makes. The lists below provide the words for `{…}`. */
export interface Kind {
  readonly title: string;
  readonly tags: readonly string[];
  readonly minutes: readonly [number, number];
  /** The local hours between which it is due; null: by the end of the day. */
  readonly hour: readonly [number, number] | null;
  readonly priority: 'high' | 'medium' | 'low' | 'none';
  /** The relative frequency of this kind. */
  readonly weight: number;
  readonly when: 'work' | 'home';
  readonly steps?: readonly string[];
}

export const KINDS: readonly Kind[] = [
  {
    title: 'Review the pull request for {part}',
    tags: ['review'],
    minutes: [20, 60],
    hour: [11, 17],
    priority: 'medium',
    weight: 9,
    when: 'work',
  },
  { title: 'Fix {bug}', tags: ['bug'], minutes: [30, 180], hour: [14, 18], priority: 'high', weight: 8, when: 'work' },
  { title: 'Write tests for {part}', tags: ['tests'], minutes: [45, 120], hour: [12, 18], priority: 'medium', weight: 7, when: 'work' },
  { title: 'Answer {person} about {part}', tags: ['mail'], minutes: [10, 25], hour: [10, 13], priority: 'low', weight: 6, when: 'work' },
  { title: 'Document {part}', tags: ['docs'], minutes: [30, 90], hour: null, priority: 'low', weight: 5, when: 'work' },
  {
    title: 'Measure {part} before and after',
    tags: ['performance'],
    minutes: [60, 150],
    hour: [15, 18],
    priority: 'medium',
    weight: 3,
    when: 'work',
  },
  {
    title: 'Update the dependencies of {part}',
    tags: ['upkeep'],
    minutes: [20, 60],
    hour: null,
    priority: 'none',
    weight: 3,
    when: 'work',
  },
  { title: 'Prepare the retrospective', tags: ['team'], minutes: [30, 45], hour: [13, 15], priority: 'medium', weight: 2, when: 'work' },
  { title: 'Pair with {person} on {part}', tags: ['team'], minutes: [60, 120], hour: [11, 16], priority: 'none', weight: 4, when: 'work' },
  {
    title: 'Release {part}',
    tags: ['release'],
    minutes: [60, 180],
    hour: [15, 17],
    priority: 'high',
    weight: 3,
    when: 'work',
    steps: ['Freeze the branch', 'Read the changes once more', 'Try it on staging', 'Write the notes'],
  },
  {
    title: 'Design note: {part}',
    tags: ['design'],
    minutes: [90, 240],
    hour: null,
    priority: 'medium',
    weight: 3,
    when: 'work',
    steps: ['Say what is wrong today', 'Two ways to do it', 'Ask {person} to read it'],
  },
  { title: 'Run {distance} km', tags: ['health'], minutes: [25, 60], hour: [19, 21], priority: 'none', weight: 6, when: 'home' },
  { title: 'Read a chapter of {book}', tags: ['learning'], minutes: [30, 60], hour: null, priority: 'low', weight: 6, when: 'home' },
  { title: 'Practise {skill}', tags: ['learning'], minutes: [20, 45], hour: null, priority: 'none', weight: 5, when: 'home' },
  { title: 'Sort the receipts', tags: ['paperwork'], minutes: [20, 40], hour: null, priority: 'low', weight: 2, when: 'home' },
  { title: 'Call {relative}', tags: ['family'], minutes: [15, 45], hour: [18, 21], priority: 'medium', weight: 4, when: 'home' },
  { title: 'Water the plants', tags: ['home'], minutes: [10, 15], hour: null, priority: 'none', weight: 4, when: 'home' },
];

export const FILLINGS: Readonly<Record<string, readonly string[]>> = {
  part: [
    'the search index',
    'the billing export',
    'the login flow',
    'the import queue',
    'the audit log',
    'the mobile menu',
    'the rate limiter',
    'the webhook retries',
    'the cache layer',
    'the date picker',
    'the onboarding mails',
    'the permissions check',
    'the PDF renderer',
    'the session store',
  ],
  bug: [
    'the double mail on retry',
    'the off-by-one in the pager',
    'the time zone of exported rows',
    'the flaky upload test',
    'the memory leak in the worker',
    'the broken sort on names',
    'the blank page after logout',
    'the rounding in invoices',
    'the slow query on the dashboard',
    'the lost focus in dialogs',
  ],
  person: ['Amara', 'Jonas', 'Mei', 'Tomás', 'Priya', 'Lena', 'Yusuf', 'Chloé'],
  distance: ['5', '6', '8', '10', '12'],
  book: ['the database book', 'the networking book', 'the novel', 'the book on types', 'the biography'],
  skill: ['the guitar', 'Spanish', 'touch typing', 'chess endings', 'sketching'],
  relative: ['Mum', 'Grandpa', 'my sister', 'Uncle Theo'],
};

export const SKIP_REASONS: readonly string[] = [
  'The meeting was called off.',
  'Somebody else has done it already.',
  'Ill in bed.',
  'Blocked: the credentials have not come yet.',
  'No longer needed after the change of plan.',
  'The train was stuck for three hours.',
];

export const AHEAD: readonly {
  readonly title: string;
  readonly days: number;
  readonly time: string | null;
  readonly steps?: readonly string[];
}[] = [
  { title: 'Send the quarterly numbers to Priya', days: 1, time: '11:00' },
  { title: 'Review the pull request for the session store', days: 1, time: '16:30' },
  { title: 'Renew the certificate of the staging server', days: 3, time: null },
  {
    title: 'Talk at the meetup: how we test time',
    days: 9,
    time: '19:00',
    steps: ['Choose three examples', 'Draw the slides', 'Rehearse it once aloud'],
  },
  { title: 'File the tax return', days: 24, time: null },
];
