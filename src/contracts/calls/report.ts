import { z } from 'zod';
import { declareCall } from '../call.ts';
import { entryFilters, FILTERED_PAGES, isInOrder, REVERSED } from '../history-filters.ts';
import { procrastinationReport } from '../procrastination.ts';
import { pageQuery } from '../query.ts';
import { dailyReport, HISTORY_TYPES, historyEntry, overallReport, REPORT_TYPES, reportUnderWay, weeklyReport } from '../report.ts';
import { anyInstant, localDate } from '../time.ts';
import { number } from '../words/format.ts';

const common = { method: 'GET', tag: 'Reports', access: 'user', scopes: ['reports:read'] } as const;

/** Every report can be asked for as it was known at an instant. */
const asOf = {
  as_of: anyInstant.optional().meta({
    description:
      'The report as it was known at this instant: what today’s rules say over what was recorded until then, with the zone, titles and settings of then. Not before the account was made, and not in the future.',
  }),
};

/** A whole number as text, from -most to most. */
const offsetTo = (most: number) => {
  const error = () => `A whole number, -${number(most)} to ${number(most)}.`;
  return z
    .string({ error })
    .regex(/^-?\d{1,5}$/, { error })
    .transform((value) => Number(value) || 0)
    .refine((value) => Math.abs(value) <= most, { error })
    .meta({ override: { type: 'integer', minimum: -most, maximum: most } });
};

/** About 70 years, so that every date stays within the calendar. */
const MOST_WEEKS = 3_800;
const MOST_DAYS = 26_000;

export const readDailyReport = declareCall({
  ...common,
  path: '/api/reports/daily',
  summary: 'The report of one day',
  failure: 'Failed to fetch daily report',
  query: z.object({ date: localDate.optional(), ...asOf }),
  replies: { 200: { description: 'The report', schema: dailyReport, etag: 'some' } },
});

export const readWeeklyReport = declareCall({
  ...common,
  path: '/api/reports/weekly',
  summary: 'The report of one week, Monday first',
  failure: 'Failed to fetch weekly report',
  query: z.object({ offset: offsetTo(MOST_WEEKS).default(0), ...asOf }),
  replies: { 200: { description: 'The report', schema: weeklyReport, etag: 'some' } },
});

export const readOverallReport = declareCall({
  ...common,
  path: '/api/reports/overall',
  summary: 'The report of a range of dates; the whole of the account without one',
  failure: 'Failed to fetch overall report',
  query: z.object({ start_date: localDate.optional(), end_date: localDate.optional(), ...asOf }),
  replies: { 200: { description: 'The report', schema: overallReport, etag: 'some' } },
});

export const readProcrastinationReport = declareCall({
  ...common,
  path: '/api/reports/procrastination',
  summary: 'What was put off in a range of dates, and what that says; the whole of the account without one',
  failure: 'Failed to fetch procrastination report',
  query: z.object({ start_date: localDate.optional(), end_date: localDate.optional(), ...asOf }),
  replies: { 200: { description: 'The report', schema: procrastinationReport, etag: 'some' } },
});

const TYPE_FAULT = { error: `One of ${HISTORY_TYPES.join(', ')}.` };

export const listHistory = declareCall({
  ...common,
  path: '/api/reports/history',
  summary: 'What happened, newest first',
  description: FILTERED_PAGES,
  failure: 'Failed to fetch history report',
  query: z
    .object({ type: z.enum(HISTORY_TYPES, TYPE_FAULT).default('all'), ...entryFilters, ...asOf, ...pageQuery(200) })
    .refine(isInOrder, REVERSED),
  replies: { 200: { description: 'Entries', schema: z.array(historyEntry), etag: 'some', pages: true } },
  refusals: ['not_found'],
});

export const listReportsUnderWay = declareCall({
  ...common,
  path: '/api/reports/rendering',
  summary: 'The reports that are being made as a file, or wait for it',
  description: 'Those of this account that were asked of the process that answers, in the order in which they were asked for.',
  failure: 'Failed to fetch reports under way',
  replies: { 200: { description: 'Reports under way', schema: z.array(reportUnderWay) } },
});

const period = { start_date: localDate.optional(), end_date: localDate.optional() };

const OF_PERIODS = ['start_date', 'end_date'] as const;
const OF_HISTORY = ['history_type', 'task_id', 'actor', 'from', 'to'] as const;
type Given = { readonly type: (typeof REPORT_TYPES)[number] } & Partial<Record<(typeof OF_PERIODS | typeof OF_HISTORY)[number], unknown>>;

/** What is given of another report. Without a refusal, a document would show more than it was asked for. */
function foreignFields(query: Given): readonly string[] {
  const isOfPeriod = query.type === 'overall' || query.type === 'procrastination';
  const foreign = [...(isOfPeriod ? [] : OF_PERIODS), ...(query.type === 'history' ? [] : OF_HISTORY)];
  return foreign.filter((field) => query[field] !== undefined);
}

const documents = {
  ...common,
  description:
    'It takes what its report takes: `start_date` and `end_date` the overall report and that of putting off, `history_type`, `actor`, `from`, `to` and `task_id` the history, and `as_of` all of them. It has the newest 5,000 rows. Of an account one report is made at a time. It is answered within 30 s, or refused with 503 and `Retry-After`. It is given up when the connection is closed. The document carries a signed statement about itself, for which a head of the ledger may have to be signed: 1,000 are signed in a day.',
  query: z
    .object({
      type: z.enum(REPORT_TYPES, { error: `One of ${REPORT_TYPES.join(', ')}.` }).default('weekly'),
      ...period,
      history_type: z.enum(HISTORY_TYPES, TYPE_FAULT).optional().meta({ description: 'The `type` of the entries of a history.' }),
      ...entryFilters,
      ...asOf,
      offset: offsetTo(MOST_DAYS)
        .default(0)
        .meta({ description: `Days for daily, weeks (at most ${MOST_WEEKS}) for weekly; 0 is the present one.` }),
      download: z
        .literal('1', { error: 'Give 1, or leave it out.' })
        .optional()
        .meta({ description: 'Answer with a file to be saved. A PDF always is one.' }),
    })
    .refine(({ type, offset }) => type !== 'weekly' || Math.abs(offset) <= MOST_WEEKS, {
      error: `At most ${MOST_WEEKS} weeks away.`,
      path: ['offset'],
    })
    .refine(isInOrder, REVERSED)
    .superRefine((query, context) => {
      for (const field of foreignFields(query))
        context.addIssue({ code: 'custom', path: [field], message: 'This report does not take it.' });
    }),
  refusals: ['not_found', 'rate_limited'],
} as const;
const pdf = {
  ...documents,
  summary: 'A report as PDF',
  replies: { 200: { description: 'The document', media: 'application/pdf' } },
} as const;
const html = {
  ...documents,
  summary: 'A report as an HTML document',
  replies: { 200: { description: 'The document', media: 'text/html' } },
} as const;

/** One call for each format. */
export const readDocument = {
  pdf: declareCall({ ...pdf, path: '/api/reports/reports/pdf', failure: 'Failed to fetch PDF report' }),
  html: declareCall({ ...html, path: '/api/reports/reports/html', failure: 'Failed to fetch HTML report' }),
};

/** The same documents under their shorter paths, which the client does not use. */
export const readDocumentAtShortPath = {
  pdf: declareCall({ ...pdf, path: '/api/reports/pdf' }),
  html: declareCall({ ...html, path: '/api/reports/html' }),
};
