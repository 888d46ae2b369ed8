/** Parameters of a call: texts, nested as their names say (`items[0][price]`). */
export interface Params {
  [name: string]: string | Params;
}

/** Reads a form as Stripe does. */
export function readForm(text: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let at = root;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Params;
    }
    at[path.at(-1) as string] = value;
  }
  return root;
}

/** The entries of a list, in the order of their numbers. */
export const listOf = (value: string | Params | undefined): readonly Params[] =>
  typeof value === 'object' ? (Object.values(value) as Params[]) : [];
export const textsOf = (value: string | Params | undefined): readonly string[] =>
  typeof value === 'object' ? (Object.values(value) as string[]) : [];
export const textOf = (value: string | Params | undefined): string => (typeof value === 'string' ? value : '');
