import { z } from 'zod';
import { type WhatsApp, type WhatsAppMessage, WhatsAppRefused } from '../../ports/whatsapp.ts';

const SHORTEST_NUMBER = 8;
const LONGEST_NUMBER = 15;

/** The number in international form, digits only. @throws WhatsAppRefused if it is not such a number */
export function digitsOf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '');
  if (digits.length < SHORTEST_NUMBER || digits.length > LONGEST_NUMBER)
    throw new WhatsAppRefused('The number is not one in international form, such as +49 151 23456789.');
  return digits;
}

export interface CloudOptions {
  readonly token: string;
  /** The id of the sending phone number. */
  readonly phoneId: string;
  /** The API's address with its version, without a trailing slash. */
  readonly url: string;
  /** An approved template with one text in its body; null: plain text, which reaches only people who have written recently. */
  readonly template: { readonly name: string; readonly language: string } | null;
  readonly timeoutMs?: number;
}

export const CLOUD_API = 'https://graph.facebook.com/v21.0';
const TIMEOUT_MS = 15_000;
/** The longest text of a template, in characters. It may not contain line breaks or runs of spaces. */
const MOST = 1_000;

/** The service's error codes after which a retry may succeed: limits, its own faults, a token that the operator must renew. */
const RETRYABLE: ReadonlySet<number> = new Set([0, 1, 2, 4, 190, 80007, 130429, 131000, 131016, 131048, 131056, 133004]);

/** Access to Meta's Cloud API for WhatsApp. */
export const cloudWhatsApp = (options: CloudOptions): WhatsApp => ({
  send: async (message) => {
    const to = digitsOf(message.to);
    const response = await fetch(`${options.url}/${encodeURIComponent(options.phoneId)}/messages`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      headers: { Authorization: `Bearer ${options.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', to, ...contentOf(message, options) }),
    }).catch((error: unknown) => {
      throw new Error(`WhatsApp could not be reached: ${error instanceof Error ? error.name : 'unknown'}.`);
    });
    const answer = cloudAnswer.parse(await response.json().catch(() => null));
    if (!response.ok) throw faultOf(response.status, answer?.error?.code);
    return { message_id: answer?.messages?.[0]?.id ?? message.id };
  },
});

/** Values with another shape count as missing. */
const cloudAnswer = z
  .object({
    messages: z
      .array(z.object({ id: z.string() }))
      .optional()
      .catch(undefined),
    error: z
      .object({ code: z.number().optional().catch(undefined) })
      .optional()
      .catch(undefined),
  })
  .nullable()
  .catch(null);

function contentOf({ text }: WhatsAppMessage, { template }: CloudOptions): object {
  if (template === null) return { type: 'text', text: { preview_url: false, body: text } };
  const line = text.replaceAll(/\s+/g, ' ').slice(0, MOST);
  const components = [{ type: 'body', parameters: [{ type: 'text', text: line }] }];
  return { type: 'template', template: { name: template.name, language: { code: template.language }, components } };
}

/** The service's own text may contain the number, so it is not passed on. */
function faultOf(status: number, code: number | undefined): Error {
  const description = code === undefined ? `${status}` : `${status}, code ${code}`;
  const isRetryable = status >= 500 || status === 401 || status === 403 || status === 429 || (code !== undefined && RETRYABLE.has(code));
  return isRetryable ? new Error(`WhatsApp did not take it: ${description}.`) : new WhatsAppRefused(`Refused by WhatsApp: ${description}.`);
}
