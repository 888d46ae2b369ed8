/** How far two numbers may be apart. */
const TOLERANCE = 1e-9;

/**
 * Tells whether an output is the expected one. Where both are JSON, their values are compared, and numbers may be 1e-9 apart;
 * otherwise the texts are compared without blanks at the ends of lines and of the whole.
 */
export function sameOutput(expected: string, actual: string): boolean {
  const [one, other] = [parsed(expected), parsed(actual)];
  if (one !== undefined && other !== undefined) return sameValue(one.value, other.value);
  return withoutTrailingBlanks(expected) === withoutTrailingBlanks(actual);
}

// Line by line: a regular expression would take quadratic time over a long run of blanks.
const withoutTrailingBlanks = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.join('\n').trimEnd();
};

const INTEGER = /^-?\d+$/;

/** The JSON value. Integers that a double cannot hold become BigInts, so that no two of them are taken for the same. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    // The reviver's third parameter is newer than the type of JSON.parse, and than some browsers.
    const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
      typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(context?.source ?? '')
        ? BigInt(context?.source ?? 0)
        : value;
    return { value: JSON.parse(text, exact) };
  } catch {
    return undefined;
  }
}

/** A list of what is still to be compared takes the place of a recursion, which a value that is nested deeply would exhaust. */
function sameValue(expected: unknown, actual: unknown): boolean {
  const open: [unknown, unknown][] = [[expected, actual]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') {
      if (!sameScalar(one, other)) return false;
    } else {
      const keys = Object.keys(one);
      if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(other, key)) return false;
        open.push([(one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]]);
      }
    }
  }
  return true;
}

function sameScalar(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one === other || Math.abs(one - other) <= TOLERANCE;
  // An integer with all of its digits against a float: the same where the float is the nearest one.
  if (typeof one === 'bigint' && typeof other === 'number') return Number(one) === other;
  if (typeof one === 'number' && typeof other === 'bigint') return one === Number(other);
  return one === other;
}
