import { errorCode } from '../../domain/kernel/decider.ts';

/**
 * The program never requests such an address. `message` is a sentence for the person who gave it, and reveals nothing
 * about the inner network.
 */
export class AddressForbidden extends Error {
  override readonly name = 'AddressForbidden';
}

/** The page may be requested, but cannot be read now. `message` is a sentence for the person who gave its address. */
export class PageUnreadable extends Error {
  override readonly name = 'PageUnreadable';
}

const TOO_SLOW = 'The site took too long to answer.';
const BROKEN_OFF = 'The site broke off its answer.';
const NOT_HTTP = 'The site did not answer as a web server does.';
const UNREACHABLE = 'The site cannot be reached.';

/** Error codes of Node and undici, with the text for the person. */
const BY_CODE: Readonly<Record<string, string>> = {
  ETIMEDOUT: TOO_SLOW,
  UND_ERR_CONNECT_TIMEOUT: TOO_SLOW,
  UND_ERR_HEADERS_TIMEOUT: TOO_SLOW,
  UND_ERR_BODY_TIMEOUT: TOO_SLOW,
  ECONNREFUSED: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  UND_ERR_SOCKET: BROKEN_OFF,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: BROKEN_OFF,
  UND_ERR_HEADERS_OVERFLOW: 'The site answered with too many headers.',
};
const CERTIFICATE = /CERT|SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/;
const DAMAGED = /^Z_|ERR_BROTLI|^ERR_.*(?:DECOMPRESS|ZLIB)|^ERR__ERROR_FORMAT/;

/** The refusal for a fault of the network or of the answer. The program's own refusals stay as they are. */
export function reasonOf(fault: unknown, timedOut: boolean): AddressForbidden | PageUnreadable {
  if (fault instanceof AddressForbidden || fault instanceof PageUnreadable) return fault;
  if (timedOut) return new PageUnreadable(TOO_SLOW);
  if (fault instanceof Error && fault.name === 'HTTPParserError') return new PageUnreadable(NOT_HTTP);
  const code = errorCode(fault);
  if (code === undefined) return new PageUnreadable('The page cannot be read.');
  if (BY_CODE[code] !== undefined) return new PageUnreadable(BY_CODE[code]);
  if (CERTIFICATE.test(code)) return new PageUnreadable('The site could not show who it is: its certificate is not valid.');
  if (DAMAGED.test(code)) return new PageUnreadable('The page arrived damaged.');
  return new PageUnreadable('The page cannot be read.');
}

/** The reason why an answer is not a page; null if it is one. */
export function reasonOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403)
    return `The site does not show this page to programs, or only to people who have signed in (${status}).`;
  if (status === 404 || status === 410) return `The site has no page at this address (${status}).`;
  if (status === 429) return 'The site has had too many requests and asks to come back later (429).';
  if (status >= 500) return `The site answered with an error of its own (${status}).`;
  return `The site did not answer with a page (${status}).`;
}
