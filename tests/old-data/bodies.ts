import type { Answer } from './answers.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export type Body = any;

/** Changes the bodies of the answers with status 200 whose path matches. */
export const inBody =
  (path: RegExp, change: (body: Body) => Body): ((answer: Answer) => Answer) =>
  (answer) => {
    if (!path.test(answer.path) || answer.status !== 200) return answer;
    const body = change(answer.body);
    return JSON.stringify(body) === JSON.stringify(answer.body) ? answer : { ...answer, body };
  };

/** Changes every object inside a JSON body for which `is` holds, the innermost first. */
export const everyObject =
  (is: (value: Body) => boolean, change: (value: Body) => Body) =>
  (body: Body): Body => {
    if (Array.isArray(body)) return body.map(everyObject(is, change));
    if (typeof body !== 'object' || body === null) return body;
    const inside = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, everyObject(is, change)(value)]));
    return is(inside) ? change(inside) : inside;
  };

/** A whole task, as lists, reports and `GET /api/tasks/{id}` show it. */
export const isTask = (value: Body): boolean => 'verification_state' in value && 'title' in value && 'id' in value;
