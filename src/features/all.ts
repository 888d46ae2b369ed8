import { account } from './account.ts';
import { ai } from './ai.ts';
import { alert } from './alert.ts';
import { bulk } from './bulk.ts';
import { coding } from './coding.ts';
import { connection } from './connection.ts';
import { day } from './day.ts';
import { delivery } from './delivery.ts';
import { docs } from './docs.ts';
import { email } from './email.ts';
import { dataExport } from './export.ts';
import type { Feature } from './feature.ts';
import { file } from './file.ts';
import { filter } from './filter.ts';
import { focus } from './focus.ts';
import { history } from './history.ts';
import { integration } from './integration.ts';
import { ledger } from './ledger.ts';
import { live } from './live.ts';
import { next } from './next.ts';
import { partner } from './partner.ts';
import { premium } from './premium.ts';
import { proof } from './proof.ts';
import { push } from './push.ts';
import { reminders } from './reminders.ts';
import { report } from './report.ts';
import { routine } from './routine.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { subscription } from './subscription.ts';
import { task } from './task.ts';
import { timeBox } from './time-box.ts';
import { token } from './token.ts';
import { vacation } from './vacation.ts';

/** Every feature of Vouch, in the order in which the API's document and the README of an export describe them. */
export const FEATURES: readonly Feature[] = [
  account,
  task,
  next,
  search,
  filter,
  bulk,
  // Their paths are longer than those of verifications, and come first.
  coding,
  email,
  proof,
  file,
  settings,
  connection,
  integration,
  subscription,
  ai,
  premium,
  token,
  alert,
  routine,
  vacation,
  timeBox,
  focus,
  day,
  report,
  history,
  ledger,
  reminders,
  partner,
  delivery,
  push,
  dataExport,
  live,
  docs,
];
