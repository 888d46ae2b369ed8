/** What is refused with 401: the code says which. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
  readonly code: 'invalid_credentials' | 'token_invalid';
  constructor(code: 'invalid_credentials' | 'token_invalid') {
    super(code === 'token_invalid' ? 'This link has expired or was used already. Ask for a new one.' : 'Email or password is wrong.');
    this.code = code;
  }
}
