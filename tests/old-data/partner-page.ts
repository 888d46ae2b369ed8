import type { Answer } from './answers.ts';
import { inBody } from './public-names.ts';

/** The owners of this data who have partners. */
const OWNERS = ['Ada Ode (ada@example.org)', 'Robin Q. Sample (demo@vouch.example)'];

export const withAddress = inBody(/^\/partner\//, (body: string | readonly string[]) => {
  const page = [body].flat().join('\n');
  const owner = OWNERS.find((one) => page.includes(nameIn(one)));
  if (owner === undefined) return body;
  const told = (text: string): string =>
    text
      .replace(/(<bdi>For [^<]+)\. (This link ends on)/, `$1, from ${owner}. $2`)
      .replace(`to this address for ${nameIn(owner)} no more`, `to this address for ${owner} no more`)
      .replace(`to this address for ${nameIn(owner)} any more`, `to this address for ${owner} any more`);
  return typeof body === 'string' ? told(body) : body.map(told);
});
const nameIn = (owner: string): string => owner.replace(/ \(.*/, '');

export function withoutPositions(answer: Answer): Answer {
  if (!answer.path.startsWith('/partner/') || typeof answer.body !== 'string') return answer;
  const body = answer.body
    .replaceAll(/<code>[\d,]+ (?=[0-9a-f]{4}…[0-9a-f]{4}<\/code>)/g, '<code>')
    .replace('its place in the record and the two ends', 'the two ends');
  return body === answer.body ? answer : { ...answer, body };
}
