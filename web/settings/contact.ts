import { isAddress } from '../../src/contracts/address.ts';

const NAME_AND_ADDRESS = /^(.*?)[\s<(,;]*([^\s<>(),;]+@[^\s<>(),;]+)[\s>)]*$/;

export interface Contact {
  readonly name: string;
  readonly email: string;
}

/** Reads 'Kim Park kim@example.org' and 'Kim Park <kim@example.org>'. An address alone gives its first part as the name. Null: there is no address. */
export function contactIn(text: string): Contact | null {
  const [, before = '', email = ''] = NAME_AND_ADDRESS.exec(text.trim()) ?? [];
  if (!isAddress(email)) return null;
  const name = before.replace(/^["'\s]+|["'\s]+$/g, '');
  const first = email.split('@')[0] ?? '';
  return { name: name === '' ? first.charAt(0).toUpperCase() + first.slice(1) : name, email };
}
