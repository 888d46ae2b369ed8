import { createHash } from 'node:crypto';
import { REPORT_STYLE } from './style.ts';

/** What the document itself says: it may neither run nor load anything. */
export const reportPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(REPORT_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;
/** The Content-Security-Policy to send with the document. */
export const reportCsp = `${reportPolicy}; frame-ancestors 'none'`;
