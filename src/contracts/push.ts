import { z } from 'zod';
import { line } from './text.ts';
import { instant } from './time.ts';

const BASE64URL = '^[A-Za-z0-9_-]+$';
const MOST_KEY = 200;
const LONGEST_ENDPOINT = 2_000;
const KEY = { error: 'Bytes in base64url, as the browser gives them.' };
const key = z.string(KEY).regex(new RegExp(BASE64URL), KEY).max(MOST_KEY, KEY).meta({ pattern: BASE64URL, maxLength: MOST_KEY });
const ENDPOINT = { error: 'The address that the browser gives, with https.' };

export const subscriptionBody = z.strictObject({
  endpoint: z
    .string(ENDPOINT)
    .min(1, ENDPOINT)
    .max(LONGEST_ENDPOINT, { error: `At most ${LONGEST_ENDPOINT} characters.` }),
  keys: z.strictObject({ p256dh: key, auth: key }, { error: 'The keys that the browser gives: p256dh and auth.' }),
  name: line(100, 'Name is required.'),
});

/** The part of it that says where a browser takes pushes, whatever else is wrong. */
export const targetIn = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });

export const pushKey = z.object({
  key: z.string().meta({ description: 'The VAPID public key: 65 bytes in base64url.', pattern: BASE64URL }),
});

export const pushSubscription = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_sent_at: instant.nullable(),
  problem: z.string().nullable().meta({ description: 'Why the last push has not arrived yet, in a sentence.' }),
});
export type PushSubscription = z.infer<typeof pushSubscription>;
