/** An error as Stripe answers it. */
export class Refused extends Error {
  readonly status: number;
  readonly error: { readonly type: string; readonly code?: string; readonly message: string; readonly param?: string };
  constructor(status: number, type: string, message: string, more: { readonly code?: string; readonly param?: string } = {}) {
    super(message);
    this.status = status;
    this.error = { type, message, ...more };
  }
}

export const invalidRequest = (message: string, param?: string, code?: string): Refused =>
  new Refused(400, 'invalid_request_error', message, { ...(param && { param }), ...(code && { code }) });
export const missing = (what: string, id: string): Refused =>
  new Refused(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' });
export const declined = (): Refused => new Refused(402, 'card_error', 'Your card was declined.', { code: 'card_declined' });
