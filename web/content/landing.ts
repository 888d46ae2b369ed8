/** The texts of the landing page. An operator changes them here. */

export const TAGLINE = { before: 'Your Success,', ruled: 'Verified' };
export const LEAD = 'Promise yourself a task. Prove that you did it. Someone you trust signs it off, and the line is closed.';
export const FINE_PRINT = ['14-day free trial', 'No credit card required', 'Cancel anytime'];

export const CLAIMS = [
  { figure: '10,000+', what: 'developers' },
  { figure: '500K+', what: 'tasks completed' },
  { figure: '65%', what: 'productivity increase' },
  { figure: '94%', what: 'success rate' },
];

/** Invented figures. An operator puts their own in the place of both. */
export const CLAIMS_NOTE = { badge: 'Samples', note: 'Invented to show the place. Nobody has counted them.' };

export const FEATURES_HEAD = {
  title: ['A list remembers.', 'A ledger holds you to it.'],
  text: 'Every change is an entry. Nothing is overwritten, and a miss stays where it happened.',
};

export const FEATURES = [
  {
    picture: 'order',
    shows: 'The list of today: what is due, when, and how urgent it is.',
    title: 'AI-assisted task prioritisation and deadline tracking',
    text: 'Today in an order you can finish. Deadlines are kept in your own time zone.',
  },
  {
    picture: 'proof',
    shows: 'The verification of a task: what was asked for, the picture that was given, and who accepted it.',
    title: 'Proof-of-completion verification',
    text: 'Screenshots, commits, documents. A task is verified when its proof is accepted, not when a box is ticked.',
  },
  {
    picture: 'partner',
    shows: 'The page of a partner: a proof, with the buttons to accept or reject it.',
    title: 'Accountability partners',
    text: 'One person you name hears of misses and skips, and signs off your proof from a page in their mail.',
  },
  {
    picture: 'delay',
    shows: 'A chart of a report: by how much earlier or later than due things were done.',
    title: 'Procrastination analytics',
    text: 'How long a task waits between due and done, on which days, and how often it was moved.',
  },
  {
    picture: 'timer',
    shows: 'The line of a day with its time boxes, and above it the focus timer of the box that is under way.',
    title: 'Time boxing with a focus timer',
    text: 'Give a task a time on your day, then do one at a time. What was spent is written beside what was planned.',
  },
  {
    picture: 'year',
    shows: 'The map of a year: a square for each day, darker the more was kept.',
    title: 'Progress analytics',
    text: 'A year of days, streaks, weeks planned and weeks kept. As pictures first, with the numbers one press behind.',
  },
] as const;

/** 'Watch Demo': screens of the program, in their order. `picture` names the files that scripts/readme-pictures.ts makes. */
export const WALK = [
  {
    picture: 'write',
    shows: 'The list of tasks, with a line that is being typed and the task that it becomes.',
    title: 'Write it as you would say it',
    text: 'One line becomes a task or a routine, with its day, its time and its tags. You see what was understood before it is written down.',
  },
  {
    picture: 'plan',
    shows: 'Today: what is planned of the hours that are left, and the line of the day with its time boxes.',
    title: 'Give it a place in your day',
    text: 'Drag a task onto the day line, and it has a time. What you plan stands against the hours that are left.',
  },
  {
    picture: 'focus',
    shows: 'The focus timer: the task, the minutes that are left, and what was spent beside what was planned.',
    title: 'Then do one thing',
    text: 'The timer runs for its time box, on every device at once. The minutes are written beside what was planned.',
  },
  {
    picture: 'give',
    shows: 'The verification of a task: what was asked for, the picture that was given, and who accepted it.',
    title: 'Show that it is done',
    text: 'Drop a screenshot, a document, a link or a commit. What counts as proof stands above the field.',
  },
  {
    picture: 'judge',
    shows: 'The page of a partner: a proof, with the buttons to accept or reject it.',
    title: 'Somebody you trust signs it off',
    text: 'Your partner needs no account. A mail leads to this page, where they accept the proof or send it back.',
  },
  {
    picture: 'week',
    shows: 'The report of a week: what was kept and missed on each day, as a chart and in numbers.',
    title: 'Read how it went',
    text: 'Each week has its report, on the screen, by mail and as a file. Every number can be traced to its entries.',
  },
  {
    picture: 'home',
    shows: 'The dashboard: the promises of today, the streak, the week and the year.',
    title: 'Come back tomorrow',
    text: 'The dashboard says what is due next, and what your streak is worth.',
  },
] as const;
export const WALK_NOTE = 'Screens of the program, with an invented account.';

export const STEPS = [
  { mark: 'pending', title: 'Set goals', text: 'Write what you will do and by when. One line, in your own words.' },
  { mark: 'in_progress', title: 'Work and track', text: 'Start it, time it, move it if you must. Every move is counted.' },
  { mark: 'in_review', title: 'Submit proof', text: 'A screenshot, a commit, a document. The first line is drawn.' },
  { mark: 'verified', title: 'Get insights', text: 'Your partner signs, the line is ruled off, and the report is written.' },
] as const;

/** Invented quotes. A badge above them says that they are not from customers. */
export const TESTIMONIALS = {
  badge: 'Samples',
  note: 'Written to show the place. Not customers’ words.',
  quotes: [
    {
      text: 'I stopped arguing with my list. It was due on Tuesday, it says missed on Tuesday, and on Wednesday I did it.',
      name: 'Amara Nwosu',
      role: 'Backend developer',
    },
    {
      text: 'My partner sees the commit before I have closed the laptop. That is a strange and useful feeling.',
      name: 'Tomáš Dvořák',
      role: 'Freelance, two clients',
    },
    {
      text: 'The Friday report is the only one I read to the end. It is one page and none of it flatters me.',
      name: 'Mei-Lin Huang',
      role: 'Staff engineer',
    },
  ],
};

export const PLANS_HEAD = 'Every account may try Pro for 14 days. It ends by itself, in Free.';
export const ABOUT =
  'In bookkeeping, to vouch an entry is to check it against its evidence and put a mark beside it. One line means counted. Two lines mean closed. Vouch does that for what you said you would do.';
export const CLOSING = 'Write the first line today.';

/** `proof`: the task needs a reviewed proof. */
export const SAMPLE_DAY = [
  { id: 'keys', title: 'Ship the idempotency keys behind a flag', at: '08:00', mark: 'verified', proof: true },
  { id: 'budget', title: 'Review #4821: retry budget per tenant', at: '10:30', mark: 'completed', proof: false },
  { id: 'cert', title: 'Renew the staging certificate', at: '12:00', mark: 'missed', proof: false },
  { id: 'post', title: 'Postmortem: the queue stall', at: '17:00', mark: 'pending', proof: true },
  { id: 'book', title: 'Chapter 7, then notes', at: '21:00', mark: 'pending', proof: false },
] as const;
