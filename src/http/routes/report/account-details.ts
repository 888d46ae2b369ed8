type Data = Readonly<Record<string, unknown>>;
interface Changed {
  readonly after: Data;
}

const FIELDS: Readonly<Record<string, string>> = { full_name: 'name', avatar_url: 'picture' };

const profile = (_changed: Changed, { fields }: Data): string => {
  const names = (Array.isArray(fields) ? fields : []).map((field) => FIELDS[String(field)] ?? String(field));
  return `Changed ${names.join(' and ')}.`;
};

const SESSIONS: Readonly<Record<string, string>> = {
  signin: 'With the password.',
  confirm: 'By the confirmation link.',
  reset: 'By the link for a new password.',
  change: 'After a change of the password.',
};

/** What is said of the account itself in the history. */
export const ACCOUNT_DETAILS: Readonly<Record<string, (changed: Changed, data: Data) => string | null>> = {
  AccountRegistered: ({ after }) => `In the time zone ${String(after.timezone)}.`,
  AccountConfirmed: () => 'The address was confirmed by the link sent to it.',
  ProfileChanged: profile,
  PasswordChanged: (_changed, { how }) =>
    how === 'reset' ? 'By a link sent by mail. Every other session ended.' : 'Every other session ended.',
  SessionStarted: (_changed, { how }) => SESSIONS[String(how)] ?? null,
  SessionEnded: () => 'Signed out on this device.',
  SignedOutEverywhere: () => 'Every session ended, on all devices.',
  ExportRequested: () => 'A bundle of all data is being put together.',
  ExportReady: () => 'The bundle is ready. The link to it was sent by mail, and works once within 24 hours.',
  ExportFailed: () => 'The bundle could not be put together. Ask for it again.',
  ExportTaken: () => 'The bundle was downloaded, and its file removed.',
  ExportExpired: () => 'Nobody downloaded the bundle in time. Its file was removed.',
  AccountDeletionRequested: () => 'The account is being deleted.',
};
