import { z } from 'zod';
import { EMAIL, isAddress } from './address.ts';
import { platform } from './connection.ts';
import { line, optionalLine } from './text.ts';
import { instant, zone } from './time.ts';

export const user = z.object({
  id: z.string(),
  email: z.string(),
  email_confirmed_at: instant.nullable(),
  timezone: z.string(),
  deletion_at: instant.nullable().meta({ description: 'When the account is deleted; null: the owner has not asked for that.' }),
  created_at: instant,
  user_metadata: z.object({ full_name: z.string(), avatar_url: z.string().nullable() }),
});
export type User = z.infer<typeof user>;

export const ownUser = user.extend({
  has_password: z.boolean().meta({ description: 'False of those who sign in with Google or GitHub, until they set one.' }),
  fresh_sign_in: z
    .object({
      platform: platform.nullable().meta({ description: 'The provider with which this session began.' }),
      until: instant.meta({ description: 'Once it has passed, a return from the provider is needed first.' }),
    })
    .nullable()
    .meta({
      description:
        'Of an account without a password: until when this session may set the first one and delete the account. Null where there is a password.',
    }),
});
export type OwnUser = z.infer<typeof ownUser>;

export const session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.number().int(),
  expires_at: instant,
});
export type Session = z.infer<typeof session>;

const email = line(254, 'Email is required.')
  .pipe(
    z
      .string()
      .regex(EMAIL, { error: 'Enter a valid email address.', abort: true })
      .refine(isAddress, { error: 'Enter a valid email address.' }),
  )
  .meta({ format: 'idn-email' });

const typedPassword = z
  .string({ error: 'Password is required.' })
  .min(1, { error: 'Password is required.' })
  .max(1_024, { error: 'At most 256 characters.' });
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text may contain them
const NEVER = /[\u0000]|\p{Cs}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no line may contain them
const CONTROL = /[\u0000-\u001f\u007f-\u009f]|\p{Cs}/u;

/** 8 to 256 code points. The server also refuses passwords that are easy to guess. */
const newPassword = typedPassword
  .refine((value) => [...value].length >= 8, { error: 'At least 8 characters.' })
  .refine((value) => [...value].length <= 256, { error: 'At most 256 characters.' })
  .refine((value) => !NEVER.test(value), { error: 'This holds characters that cannot be kept.' })
  .meta({ minLength: 8, maxLength: 256 });

export const signupBody = z.strictObject({
  email,
  password: newPassword,
  full_name: optionalLine(200).default(''),
  timezone: zone,
  options: z.looseObject({ emailRedirectTo: z.string().max(2_048).optional() }).optional(),
});
export const signinBody = z.strictObject({ email: line(254, 'Email is required.'), password: typedPassword });
export const confirmBody = z.strictObject({
  token: z.string({ error: 'A token is required.' }).min(1).max(512),
  /** The password of the sign-up. A browser that did not sign up itself sends it. */
  password: typedPassword.optional(),
});
export const emailBody = z.strictObject({ email });
export const resetBody = z.strictObject({ token: z.string({ error: 'A token is required.' }).min(1).max(512), password: newPassword });
export const passwordBody = z.strictObject({
  current_password: typedPassword.optional().meta({ description: 'Only who has no password yet leaves it out.' }),
  new_password: newPassword,
});
export const signoutBody = z.strictObject({ everywhere: z.boolean().optional() });

export const signupAnswer = z.object({ user, session: z.null(), message: z.string() });
export const signedIn = z.object({ user, session });
export type SignedIn = z.infer<typeof signedIn>;
export const sessionAnswer = z.object({ user: user.nullable(), session: session.nullable() });
export type SessionAnswer = z.infer<typeof sessionAnswer>;
export const meAnswer = z.object({ user: user.nullable() });

const avatarUrl = z
  .string({ error: 'A web address.' })
  .max(2_048, { error: 'At most 2,048 characters.' })
  .refine((value) => !CONTROL.test(value), { error: 'This holds characters that cannot be kept. Remove control characters.' })
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'A web address that begins with http or https.',
  })
  .meta({ format: 'uri', pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:' });

export const profile = z.object({ full_name: z.string(), email: z.string(), timezone: z.string(), avatar_url: z.string().nullable() });
export type Profile = z.infer<typeof profile>;
/** `email` is read only. It may be sent back unchanged. */
export const profileBody = z.strictObject({
  full_name: optionalLine(200).optional(),
  email: z.string().optional(),
  timezone: zone.optional(),
  avatar_url: avatarUrl.nullable().optional(),
});
/** The answer of a call that starts work in the background: a sentence for people. */
export const messageAnswer = z.object({ message: z.string() });

export const dataExport = z.object({
  id: z.uuid(),
  status: z
    .enum(['waiting', 'making', 'ready', 'fetched', 'expired', 'failed'])
    .meta({ description: '`fetched`: it was downloaded, and its file is gone. `failed`: ask for another one.' }),
  progress: z.number().min(0).max(1),
  size: z.int().nullable().meta({ description: 'In bytes; null before it is ready, and of older ones.' }),
  requested_at: instant,
  ready_at: instant.nullable(),
  expires_at: instant.nullable(),
});
export const exportsAnswer = z.array(dataExport).meta({ description: 'Newest first, at most 100.' });
export type DataExport = z.infer<typeof dataExport>;

export const deletionBody = z.strictObject({
  grace: z.boolean().optional().meta({ description: 'True: the account is deleted after 7 days, and this can be taken back until then.' }),
});
export const userAnswer = z.object({ user: ownUser });
