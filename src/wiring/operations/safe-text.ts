/** What must not stand in a log or on an operator's page, wherever a driver or a library took it from. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // user and password of a connection string, then its query
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[hidden]@'],
  [/\b((?:access_)?token|password|key|code|secret)=[^\s&"']+/gi, '$1=[hidden]'],
  [/(\/partner\/)[^\s/?"']+/g, '$1[hidden]'],
  [/\bdup key: .*/gs, 'dup key: [hidden]'],
  [/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+\.[a-z]{2,}/gi, '[address]'],
  [/\+\d[\d ().-]{6,}\d/g, '[number]'],
  // sealed texts, and anything that is as long and as random as a token
  [/\bv1\.[0-9a-f-]{36}\.[\w-]+/g, '[sealed]'],
  [/\b(?![\w-]*[0-9a-f]{8}-[0-9a-f]{4}-)[A-Za-z0-9_-]{32,}\b/g, '[hidden]'],
  // quoted words; a single name of the program's own may stay
  [/(?<=^|[\s(:=])(["'`])(?![\w.:/#-]{1,60}\1)[^\n]*?\1(?!\w)/g, '[quoted]'],
];

/** Errors in which the language quotes what it was given to read. */
const QUOTING = [SyntaxError, RangeError, URIError];

/** The text without addresses, numbers, tokens and secrets. */
export const safeText = (text: string): string => HIDDEN.reduce((rest, [found, instead]) => rest.replace(found, instead), text);

interface SafeError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  /** Where it was thrown, without the message. */
  readonly stack?: string;
  readonly cause?: SafeError;
}

const DEEP = 4;

/**
 * An error as it is logged: none of the properties that libraries hang on it (documents, addresses, answers of a
 * server), and no words that may be somebody's.
 */
export function safeError(error: unknown, deep = 0): SafeError | string {
  if (!(error instanceof Error)) return typeof error === 'string' ? safeText(error) : typeof error;
  const { code, cause, stack = '' } = error as Error & { code?: unknown };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: QUOTING.some((kind) => error instanceof kind) ? '[not told]' : safeText(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(frames.length > 0 && { stack: frames.join('\n') }),
    ...(cause instanceof Error && deep < DEEP && { cause: safeError(cause, deep + 1) as SafeError }),
  };
}
