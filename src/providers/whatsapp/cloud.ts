import { digitsOf, type WhatsApp, type WhatsAppMessage, WhatsAppRefused } from './port.ts';

export interface CloudOptions {
  readonly token: string;
  /** Id of the sending number. */
  readonly phoneId: string;
  /** With its version, without a slash at its end. */
  readonly url: string;
  /** An approved template with one text in its body; null: plain text, which reaches only who has written lately. */
  readonly template: { readonly name: string; readonly language: string } | null;
  readonly timeoutMs?: number;
}

export const CLOUD_API = 'https://graph.facebook.com/v21.0';
const TIMEOUT_MS = 15_000;
/** A template's text takes no line breaks and no runs of spaces. */
const MOST = 1_000;

/** Codes of the service for what a later try may mend: limits, its own faults, a token to be renewed by the operator. */
const PASSING: ReadonlySet<number> = new Set([0, 1, 2, 4, 190, 80007, 130429, 131000, 131016, 131048, 131056, 133004]);

/** The Cloud API of Meta. */
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
    const answer = (await response.json().catch(() => null)) as CloudAnswer | null;
    if (!response.ok) throw faultOf(response.status, answer?.error?.code);
    return { message_id: answer?.messages?.[0]?.id ?? message.id };
  },
});

interface CloudAnswer {
  readonly messages?: readonly { readonly id: string }[];
  readonly error?: { readonly code?: number };
}

function contentOf({ text }: WhatsAppMessage, { template }: CloudOptions): object {
  if (template === null) return { type: 'text', text: { preview_url: false, body: text } };
  const line = text.replaceAll(/\s+/g, ' ').slice(0, MOST);
  const components = [{ type: 'body', parameters: [{ type: 'text', text: line }] }];
  return { type: 'template', template: { name: template.name, language: { code: template.language }, components } };
}

/** The service's own words may hold the number, so they are not passed on. */
function faultOf(status: number, code: number | undefined): Error {
  const said = code === undefined ? `${status}` : `${status}, code ${code}`;
  const passing = status >= 500 || status === 401 || status === 403 || status === 429 || (code !== undefined && PASSING.has(code));
  return passing ? new Error(`WhatsApp did not take it: ${said}.`) : new WhatsAppRefused(`Refused by WhatsApp: ${said}.`);
}
