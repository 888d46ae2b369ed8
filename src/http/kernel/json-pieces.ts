import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Answer, json } from './route.ts';

/** Items that are made into text without a pause. */
const SLICE = 250;

/**
 * An answer whose list `name` may hold tens of thousands of items. Its text is made slice by slice, and between two slices
 * other requests get their turn. The list comes last in the answer.
 */
export async function jsonInPieces<Name extends string>(name: Name, body: Readonly<Record<Name, readonly unknown[]>>): Promise<Answer> {
  const { [name]: items, ...rest } = body;
  if (items.length <= SLICE) return json(200, body);
  const pieces = [`${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(name)}:[`];
  for (let at = 0; at < items.length; at += SLICE) {
    if (at > 0) pieces.push(',');
    pieces.push(JSON.stringify(items.slice(at, at + SLICE)).slice(1, -1));
    await setImmediate();
  }
  pieces.push(']}');
  return { status: 200, stream: Readable.from(pieces.map((piece) => Buffer.from(piece))) };
}
