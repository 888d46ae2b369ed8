import { describe, expect, it } from 'vitest';
import { displayName, initials } from '../../../web/ui/person.ts';

const person = (fullName: string, email = 'ines@kowalczyk.eu') => ({ email, userMetadata: { fullName, avatarUrl: null } });

describe('initials', () => {
  it.each([
    ['Inés Kowalczyk', 'IK'],
    ['  ada  ', 'A'],
    ['Nguyễn Thị Minh Châu', 'NC'],
    ['żaneta żak', 'ŻŻ'],
    ['👩‍💻 Dev', '👩‍💻D'],
    ['Юлія Шевченко', 'ЮШ'],
  ])('of %j are %j', (name, expected) => {
    expect(initials(person(name))).toBe(expected);
  });

  it('are the first two letters of the email when there is no name', () => {
    expect(initials(person('', 'x.y@z.de'))).toBe('X.');
    expect(initials(person('   ', 'a@b.de'))).toBe('A@');
    expect(initials({ email: 'ab@c.de' })).toBe('AB');
  });

  it('are U when nothing is known', () => {
    expect(initials(null)).toBe('U');
    expect(initials(person('', ''))).toBe('U');
  });
});

describe('the display name', () => {
  it('is the full name, else the part of the email before the @, else User', () => {
    expect(displayName(person(' Inés Kowalczyk '))).toBe('Inés Kowalczyk');
    expect(displayName(person(''))).toBe('ines');
    expect(displayName(person('', '@nobody'))).toBe('User');
    expect(displayName(undefined)).toBe('User');
  });
});
