import { ACCOUNT_EVENTS } from './account/events.ts';
import { ADDRESS_EVENTS, IDENTITY_EVENTS, SESSION_EVENTS } from './account/sign-in-events.ts';
import { AI_EVENTS } from './ai/events.ts';
import { BATCH_EVENTS } from './bulk/events.ts';
import { CODE_EVENTS } from './coding/events.ts';
import { CONNECTION_EVENTS } from './connection/events.ts';
import { DAY_EVENTS } from './day/events.ts';
import { DELIVERY_EVENTS } from './delivery/events.ts';
import { EMAIL_EVENTS } from './email/events.ts';
import { EXPORT_EVENTS } from './export/events.ts';
import { FILE_EVENTS } from './file/events.ts';
import { FILTER_EVENTS } from './filter/events.ts';
import { FOCUS_EVENTS } from './focus/events.ts';
import { INTEGRATION_EVENTS } from './integration/events.ts';
import { catalogueOf } from './kernel/event-catalogue.ts';
import { PARTNER_EVENTS } from './partner/events.ts';
import { FEEDBACK_EVENTS, POST_EVENTS, SOLUTION_EVENTS } from './premium/events.ts';
import { REVIEW_EVENTS } from './proof/review-events.ts';
import { PUSH_EVENTS } from './push/events.ts';
import { EVENING_EVENTS } from './reminders/evening-events.ts';
import { REMINDER_EVENTS } from './reminders/events.ts';
import { ROUTINE_EVENTS } from './routine/events.ts';
import { SUBSCRIPTION_CHECK_EVENTS, SUBSCRIPTION_EVENTS } from './subscription/events.ts';
import { SALES_EVENTS } from './subscription/sales-events.ts';
import { TASK_EVENTS } from './task/events.ts';
import { TIME_BOX_EVENTS } from './time-box/events.ts';
import { TOKEN_EVENTS } from './token/events.ts';
import { VACATION_EVENTS } from './vacation/events.ts';

/** `docs/events.md` lists the events in this order. */
const LISTS = [
  TASK_EVENTS,
  BATCH_EVENTS,
  REVIEW_EVENTS,
  EMAIL_EVENTS,
  DAY_EVENTS,
  ROUTINE_EVENTS,
  VACATION_EVENTS,
  TIME_BOX_EVENTS,
  FOCUS_EVENTS,
  REMINDER_EVENTS,
  EVENING_EVENTS,
  PARTNER_EVENTS,
  DELIVERY_EVENTS,
  PUSH_EVENTS,
  ACCOUNT_EVENTS,
  ADDRESS_EVENTS,
  SESSION_EVENTS,
  IDENTITY_EVENTS,
  CONNECTION_EVENTS,
  TOKEN_EVENTS,
  FILTER_EVENTS,
  EXPORT_EVENTS,
  FILE_EVENTS,
  CODE_EVENTS,
  SUBSCRIPTION_EVENTS,
  SUBSCRIPTION_CHECK_EVENTS,
  SALES_EVENTS,
  INTEGRATION_EVENTS,
  AI_EVENTS,
  SOLUTION_EVENTS,
  FEEDBACK_EVENTS,
  POST_EVENTS,
] as const;

export const EVENTS = catalogueOf(...LISTS);

/** The definition of any event. */
export type AnyOfCatalogue = (typeof LISTS)[number][number];
