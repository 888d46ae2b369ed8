import { z } from 'zod';
import { PARTNER_DETAILS, PARTNER_STATUSES } from './settings.ts';
import { line, optionalLine } from './text.ts';
import { instant } from './time.ts';

export const partner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  whatsapp: z.string(),
  status: z.enum(PARTNER_STATUSES),
  detail: z.enum(PARTNER_DETAILS),
  /** The second one, who is part of the plan Pro, only judges tasks that name them. */
  role: z.enum(['first', 'second']),
  invited_at: instant,
  accepted_at: instant.nullable(),
  /** The instant at which they declined, unsubscribed or were removed; else null. */
  ended_at: instant.nullable(),
});
export type Partner = z.infer<typeof partner>;

export const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';
const detail = z.enum(PARTNER_DETAILS, { error: 'One of titles, counts.' });

export const newPartnerBody = z.strictObject({
  name: line(200, 'Name is required.'),
  email: optionalLine(254).default(''),
  whatsapp: optionalLine(40).default(''),
  detail: detail.default('titles'),
});
export const editPartnerBody = z.strictObject({
  name: line(200, 'Name is required.').optional(),
  email: optionalLine(254).optional(),
  whatsapp: optionalLine(40).optional(),
  detail: detail.optional(),
  status: z.literal('removed', { error: 'Only removed can be set.' }).optional(),
});
