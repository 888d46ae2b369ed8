import type { KeyFault, OwnAiKey } from '../../ports/ai-help.ts';
import { type Access, askAnything } from './openai.ts';
import { withoutKey } from './without-key.ts';

const LONGEST_REASON = 240;

/** Makes one cheap call with a key. `url` and `guarded` of the access say where it goes. */
export async function checkKey(access: Access, own: OwnAiKey, signal: AbortSignal): Promise<KeyFault | null> {
  const asked = await askAnything(access, signal);
  if (asked === null) return null;
  const { failure, status, reason } = asked;
  if (failure === 'forbidden')
    return { field: 'url', reason: 'This address does not lead to the public web, and no key is sent elsewhere.' };
  if (status !== null && status < 500) return { field: 'key', reason: refusalOf(status, reason, own.key) };
  // Whether the operator's address answers is no fault of the owner; whether their own does is.
  if (own.url === null) return { field: null };
  return {
    field: 'url',
    reason:
      failure === 'no_answer' ? 'This address did not answer as an OpenAI-compatible API does.' : 'This address could not be reached.',
  };
}

function refusalOf(status: number, reason: string | null, key: string): string {
  const said = reason === null ? null : withoutKey(reason, key, LONGEST_REASON);
  return said === null ? `The AI service refused the key (${status}).` : `The AI service refused the key: ${said}`;
}
