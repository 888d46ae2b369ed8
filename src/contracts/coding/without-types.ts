/**
 * The JavaScript of code in TypeScript, on the server and in the browser. Types are not checked; enums, namespaces and parameter
 * properties work. Node's own stripper knows none of these three, so this is the library that it is made from. It is 4 MB, and
 * loaded when it is first needed.
 * @throws SyntaxError what cannot be read, in words for the author of the code
 */
export async function withoutTypes(code: string): Promise<string> {
  const { transformSync } = await import('amaro');
  try {
    return transformSync(code, { mode: 'transform', filename: 'solution.ts' }).code;
  } catch (error) {
    // It throws a plain object.
    const { message = String(error) } = error as { message?: string };
    throw new SyntaxError(message);
  }
}
