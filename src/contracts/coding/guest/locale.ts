import type { Base, LocalePart } from './base.ts';

/** The parts of Node's locale functions (sorting, number formats) that programs use, for American English. */
export function guestLocale(_base: Base): LocalePart {
  /** The signs of ASCII in the order in which texts are sorted. Control characters count for nothing. */
  const ORDER = '\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';
  const OTHER_SIGNS = ORDER.indexOf('$') - 0.5;
  const DIGIT = ORDER.indexOf('0');
  const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };
  type CompareOptions = {
    readonly sensitivity?: 'base' | 'accent' | 'case' | 'variant';
    readonly numeric?: boolean;
    readonly caseFirst?: string;
  };

  interface Keys {
    readonly letters: number[];
    /** Marks above and below, and letters that count as others. */
    readonly accents: string;
    readonly cases: string;
  }
  const keysOf = (text: string, isNumeric: boolean): Keys => {
    const letters: number[] = [];
    let [accents, cases] = ['', ''];
    for (const sign of text.normalize('NFD')) {
      const small = sign.toLowerCase();
      const plain = LETTERS[small] ?? small;
      if (/\p{M}/u.test(sign)) accents += sign;
      else {
        accents += plain === small ? ' ' : '~';
        cases += sign === small ? 'a' : 'b';
        for (const one of plain) letters.push(weightOf(one));
      }
    }
    return { letters: (isNumeric ? withNumbers(letters) : letters).filter((weight) => weight >= 0), accents, cases };
  };
  const weightOf = (sign: string): number => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 128) return ORDER.indexOf(sign);
    return /[\p{L}\p{N}]/u.test(sign) ? 1_000 + code : OTHER_SIGNS + code / 10_000_000;
  };
  /** Digits that follow one another as one number. */
  const withNumbers = (weights: readonly number[]): number[] => {
    const found: number[] = [];
    let isWithin = false;
    for (const weight of weights) {
      const digit = weight >= DIGIT && weight < DIGIT + 10 ? weight - DIGIT : -1;
      const last = found.at(-1) ?? 0;
      if (digit < 0) found.push(weight);
      // The numbers stand where digits do: above the signs, and below the letters.
      else if (isWithin) found[found.length - 1] = DIGIT + 1 - 1 / (numberIn(last) * 10 + digit + 1);
      else found.push(DIGIT + 1 - 1 / (digit + 1));
      isWithin = digit >= 0;
    }
    return found;
  };
  const numberIn = (weight: number): number => Math.round(1 / (DIGIT + 1 - weight)) - 1;
  const ofLists = (one: readonly number[], other: readonly number[]): number => {
    for (let at = 0; at < Math.min(one.length, other.length); at += 1)
      if (one[at] !== other[at]) return (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
    return Math.sign(one.length - other.length);
  };
  const ofTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

  const compare = (one: string, other: string, options: object = {}): number => {
    const { sensitivity = 'variant', numeric = false, caseFirst }: CompareOptions = options;
    const [first, second] = [keysOf(one, numeric), keysOf(other, numeric)];
    const accents = sensitivity === 'accent' || sensitivity === 'variant' ? ofTexts(first.accents, second.accents) : 0;
    const cases = sensitivity === 'case' || sensitivity === 'variant' ? ofTexts(first.cases, second.cases) : 0;
    return ofLists(first.letters, second.letters) || accents || (caseFirst === 'upper' ? -cases : cases);
  };

  /** The digits of a number without an exponent, rounded to so many after the point. Halves are rounded away from zero. */
  const rounded = (digits: string, places: number): string => {
    const [whole = '', fraction = ''] = digits.split('.');
    if (fraction.length <= places) return digits;
    const kept = BigInt(whole + fraction.slice(0, places)) + (Number(fraction[places]) >= 5 ? 1n : 0n);
    const text = String(kept).padStart(places + 1, '0');
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  };
  const withoutExponent = (value: number): string => {
    const [digits = '', exponent] = String(value).split('e');
    if (exponent === undefined) return digits;
    const [whole = '', fraction = ''] = digits.split('.');
    const point = whole.length + Number(exponent);
    const all = (whole + fraction).padEnd(point, '0');
    return point > 0 ? `${all.slice(0, point)}.${all.slice(point)}` : `0.${'0'.repeat(-point)}${all}`;
  };
  const ofNumber = (value: number | bigint, options: object = {}): string => {
    const given: { style?: string; minimumFractionDigits?: number; maximumFractionDigits?: number; useGrouping?: boolean } = options;
    const { style = 'decimal', useGrouping = true } = given;
    if (style !== 'decimal' && style !== 'percent') throw new RangeError(`Numbers in the style ${style} are not supported.`);
    if (Number.isNaN(value)) return 'NaN';
    const isNegative = value < 0 || Object.is(value, -0);
    const size = typeof value === 'bigint' ? String(value).replace('-', '') : withoutExponent(Math.abs(value));
    if (size === 'Infinity') return `${isNegative ? '-' : ''}∞`;
    const least = given.minimumFractionDigits ?? 0;
    const most = given.maximumFractionDigits ?? Math.max(least, style === 'percent' ? 0 : 3);
    const moved = style === 'percent' ? withoutExponent(Math.abs(Number(value)) * 100) : size;
    const [whole = '', fraction = ''] = rounded(moved, most).split('.');
    const decimals = fraction.replace(/0+$/, '').padEnd(least, '0');
    const grouped = useGrouping ? whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',') : whole;
    return `${isNegative ? '-' : ''}${grouped}${decimals && `.${decimals}`}${style === 'percent' ? '%' : ''}`;
  };

  const two = (value: number): string => String(value).padStart(2, '0');
  const ofDate = (value: Date, what: 'date' | 'time' | 'both'): string => {
    if (Number.isNaN(value.getTime())) return 'Invalid Date';
    const hour = value.getHours();
    const date = `${value.getMonth() + 1}/${value.getDate()}/${value.getFullYear()}`;
    const time = `${hour % 12 || 12}:${two(value.getMinutes())}:${two(value.getSeconds())} ${hour < 12 ? 'AM' : 'PM'}`;
    if (what === 'both') return `${date}, ${time}`;
    return what === 'date' ? date : time;
  };
  return { compare, ofNumber, ofDate };
}
