type Code = 'invalid_credentials' | 'token_invalid' | 'password_needed';

const SENTENCES: Readonly<Record<Code, string>> = {
  invalid_credentials: 'Email or password is wrong.',
  token_invalid: 'This link has expired or was used already. Ask for a new one.',
  password_needed: 'Enter the password that you chose when you signed up.',
};

export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
  readonly code: Code;
  constructor(code: Code) {
    super(SENTENCES[code]);
    this.code = code;
  }
}
