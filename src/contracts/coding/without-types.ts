/**
 * Converts TypeScript to JavaScript, on the server and in the browser. Types are not checked. Enums, namespaces and parameter
 * properties work; Node's own stripper supports none of them, so this uses the library behind it. The library is 4 MB and
 * loaded on first use.
 * @throws SyntaxError with a message for the author of the code
 */
export async function withoutTypes(code: string): Promise<string> {
  const { transformSync } = await import('amaro');
  try {
    return transformSync(code, { mode: 'transform', filename: 'solution.ts' }).code;
  } catch (error) {
    // The library throws a plain object.
    const { message = String(error) }: { message?: string } = error instanceof Object ? error : {};
    throw new SyntaxError(message);
  }
}
