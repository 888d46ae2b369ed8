import { WhatsAppRefused } from '../../ports/whatsapp.ts';

const SHORTEST = 8;
const LONGEST = 15;

/** The number in international form, digits only. @throws WhatsAppRefused if it is not such a number */
export function digitsOf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '');
  if (digits.length < SHORTEST || digits.length > LONGEST)
    throw new WhatsAppRefused('The number is not one in international form, such as +49 151 23456789.');
  return digits;
}
