import { signinBody, signupBody } from '../../src/contracts/account.ts';
import { checkedBy } from '../forms/checked.ts';

export const SIGN_IN = checkedBy(signinBody);
export const SIGN_UP = checkedBy(signupBody.omit({ options: true }));
