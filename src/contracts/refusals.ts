import { z } from 'zod';

/**
 * Every refusal code with its HTTP status and its meaning. `/api/docs` shows them, and each code is an anchor there, to which
 * the `type` of a problem document links.
 */
export const REFUSALS = {
  not_found: { status: 404, meaning: 'There is no such path or thing, or it is another person’s.' },
  method_not_allowed: { status: 405, meaning: 'The path is known, the method is not; `Allow` names those that are.' },
  misdirected: { status: 421, meaning: 'The `Host` is not one that is served here.' },
  cross_site: { status: 403, meaning: 'A write that another site’s page asked for.' },
  password_needed: {
    status: 401,
    meaning: 'The link is right; it takes the password of the sign-up as well, in another browser than the one that signed up.',
  },
  unauthenticated: { status: 401, meaning: 'Nobody is signed in.' },
  invalid_credentials: { status: 401, meaning: 'Email or password is wrong.' },
  cookie_needed: { status: 403, meaning: 'This takes the session of a browser, not a token.' },
  fresh_sign_in_needed: {
    status: 403,
    meaning: 'The account has no password: this takes a session in which its owner came back from the provider within the last 10 minutes.',
  },
  scope_required: { status: 403, meaning: 'The token lacks a scope that the call names, or no personal token reaches the call.' },
  token_invalid: { status: 401, meaning: 'A link that has expired, was used, or never was.' },
  too_large: { status: 413, meaning: 'The body, or a part of it, holds more than the call takes (JSON: 1 MiB), or it has too many parts.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is not of the type that the call takes: `application/json` where nothing else is said.',
  },
  malformed: {
    status: 400,
    meaning:
      'The body cannot be read as what it is said to be (JSON, a form), it ended too early, or its JSON holds more than 32 levels, 1,000 names or 20,000 values.',
  },
  validation_failed: { status: 422, meaning: 'Fields are wrong; `errors` has all of them, up to 20.' },
  idempotency_key_reused: { status: 422, meaning: 'The key was used for another request.' },
  precondition_failed: { status: 412, meaning: 'It was changed since: `If-Match` no longer holds.' },
  email_not_confirmed: { status: 403, meaning: 'The password is right, the address is not confirmed yet.' },
  premium_required: { status: 403, meaning: 'This needs the Pro plan.' },
  trial_used: { status: 409, meaning: 'The trial of Pro was had: an account has it once.' },
  payment_failed: { status: 409, meaning: 'The payment was declined, and nothing was changed.' },
  conflict: { status: 409, meaning: 'It does not fit what is there; the message says what to do.' },
  deadline_passed: { status: 409, meaning: 'The deadline has passed and stays where it is.' },
  archived: { status: 409, meaning: 'Archived: bring it back first.' },
  still_open: { status: 409, meaning: 'Open and due: it cannot be archived.' },
  children_open: { status: 409, meaning: 'A child needs proof: complete it by itself first.' },
  nothing_to_undo: { status: 409, meaning: 'There is no change of yours to take back.' },
  not_accepted: { status: 409, meaning: 'The partner has not accepted the invitation yet.' },
  in_review: { status: 409, meaning: 'The proof that was given is in review: withdraw it, or wait for the verdict.' },
  already_verified: { status: 409, meaning: 'The proof was accepted by somebody other than the owner, and what was judged stays.' },
  proof_late: { status: 409, meaning: 'The proof deadline has passed: `proof_due_at` was its last instant.' },
  limit_reached: { status: 409, meaning: 'The account holds as many of these as it can; the message says how many, and what to do.' },
  quota_exceeded: { status: 409, meaning: 'The files of the account take as much room as its plan includes.' },
  range_not_satisfiable: { status: 416, meaning: 'The file has none of the bytes that `Range` asks for; `Content-Range` says its size.' },
  rate_limited: { status: 429, meaning: 'Too many tries; `Retry-After` says how long to wait.' },
  ai_allowance: {
    status: 429,
    meaning: 'The plan includes no more uses of the AI in this month; `renews_at` and `Retry-After` say when the next one begins.',
  },
  internal: { status: 500, meaning: 'Something that nobody foresaw.' },
  unavailable: {
    status: 503,
    meaning:
      'It cannot be answered right now: a store or the AI service does not answer, or the program is still getting ready. Nothing was acknowledged.',
  },
  storage_full: { status: 507, meaning: 'There is no room to write. Nothing was changed.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly meaning: string }>>;

export type RefusalCode = keyof typeof REFUSALS;

/** The refusal codes of a proof, whichever way it is given. */
export const PROOF_REFUSALS = [
  'not_found',
  'precondition_failed',
  'archived',
  'conflict',
  'deadline_passed',
  'already_verified',
  'in_review',
  'proof_late',
  'children_open',
  'limit_reached',
] as const satisfies readonly RefusalCode[];

/** RFC 9457, `application/problem+json`. `message` is a sentence for people. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  platform: z
    .enum(['google', 'github'])
    .optional()
    .meta({ description: 'With `fresh_sign_in_needed`: the provider with which this session began.' }),
  success: z.literal(false).optional().meta({ description: 'Only of a call whose other answers have `success`, too.' }),
});
export type Problem = z.infer<typeof problem>;
