/** A refusal with status 401. The code says why. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
  readonly code: 'invalid_credentials' | 'token_invalid';
  constructor(code: 'invalid_credentials' | 'token_invalid') {
    super(code === 'token_invalid' ? 'This link has expired or was used already. Ask for a new one.' : 'Email or password is wrong.');
    this.code = code;
  }
}
