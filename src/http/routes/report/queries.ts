import { z } from 'zod';
import { HISTORY_TYPES, REPORT_TYPES } from '../../../contracts/report.ts';
import { localDate } from '../../../contracts/time.ts';
import { pageQuery } from '../../kernel/pages.ts';

/** A whole number as text, from -most to most. */
const offsetTo = (most: number) => {
  const error = () => `A whole number, -${most.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}.`;
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

export const dailyQuery = z.object({ date: localDate.optional() });
export const weeklyQuery = z.object({ offset: offsetTo(MOST_WEEKS).default(0) });
export const overallQuery = z.object({ start_date: localDate.optional(), end_date: localDate.optional() });

const TYPE_FAULT = { error: `One of ${HISTORY_TYPES.join(', ')}.` };
export const historyQuery = z.object({ type: z.enum(HISTORY_TYPES, TYPE_FAULT).default('all'), ...pageQuery(200) });

export const documentQuery = z
  .object({
    type: z.enum(REPORT_TYPES, { error: `One of ${REPORT_TYPES.join(', ')}.` }).default('weekly'),
    offset: offsetTo(MOST_DAYS)
      .default(0)
      .meta({ description: `Days for daily, weeks (at most ${MOST_WEEKS}) for weekly; 0 is the present one.` }),
  })
  .refine(({ type, offset }) => type !== 'weekly' || Math.abs(offset) <= MOST_WEEKS, {
    error: `At most ${MOST_WEEKS} weeks away.`,
    path: ['offset'],
  });
