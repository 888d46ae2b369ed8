import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawn, fileOf, forAnn, inspect, inspector } from '../../support/file-samples.ts';

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const joined = (...parts: readonly (Buffer | string)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));
/** Text in an encoding with one byte for each character. */
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
/** The first box of a file in the family of MP4. */
const ftyp = (...[major, ...others]: readonly [string, ...string[]]): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(16 + others.length * 4);
  return joined(size, 'ftyp', major, Buffer.alloc(4), ...others, hex('00000008'), 'mdat');
};
const PDF = '%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n';
const BINARY_PDF = joined('%PDF-1.4\n%', hex('e2e3cfd3'), '\n1 0 obj\nstream\n', hex('789c00ff0180'), '\nendstream\nendobj\n%%EOF');

const TEXT = 'text/plain';

describe('a text is recognized as text, however it begins', () => {
  test.each([
    ['BMI notes: 22.5\n', 'body.txt'],
    ['MZ is where two roads meet.\n', 'a.md'],
    ['ID3 tags hold the title of a song.', 'a.txt'],
    ['BZh9 is how bzip2 begins', 'a.txt'],
    ['-----BEGIN PGP MESSAGE-----\n\nhQEMA0\n-----END PGP MESSAGE-----\n', 'a.asc'],
    ['-----BEGIN PGP SIGNATURE-----\n', 'a.asc'],
    ['PK is my initials, PK\n', 'a.txt'],
    ['GIF8 bits a pixel', 'a.txt'],
    ['GIF89a is the newer version.', 'a.txt'],
    ['RIFF of the day: C, F, G', 'a.txt'],
    ['RIFF 1234WEBP and WAVE', 'notes.md'],
    ['RIFF 1234WAVEfmt ', 'notes.md'],
    ['The ftyp box says which brand it is', 'notes.md'],
    ['see moov and mdat', 'notes.md'],
    ['OggS, fLaC and FORM', 'a.txt'],
    ['fLaC', 'a.txt'],
    ['Rar! she said', 'a.txt'],
    ['%!PS-Adobe-3.0\nshowpage\n', 'a.ps'],
    ['8BPS', 'a.txt'],
    ['FWS and CWS are Flash', 'a.txt'],
    ['MThd', 'a.txt'],
    ['wOFF, wOF2, OTTO', 'a.txt'],
    ['solid cube\nfacet\nendsolid\n', 'cube.stl'],
    ['REGEDIT4\r\n[HKEY]\r\n', 'a.reg'],
    ['{\\rtf1 is how RTF begins, and } closes it. Not here', 'a.txt'],
    ['BEGIN:VCALENDAR\nEND:VCALENDAR', 'a.ics'],
    ['BEGIN:VCARD\nEND:VCARD', 'a.vcf'],
    ['WEBVTT\n\n00:00', 'a.vtt'],
    ['From: ann@example.org\nSubject: x\n\ntext', 'a.eml'],
    ['%PDF is a format', 'a.txt'],
    ['%PDF-1.7 is the newest version.', 'a.md'],
    ['A file begins with %PDF-1.7, then come objects: 1 0 obj.', 'a.md'],
    ['<!doctype html><p>%PDF-1.7</p>', 'a.html'],
    ['Größe: 5 €', 'a.txt'],
    ['\u202bשלום\u202c', 'a.txt'],
  ])('%j', async (text, name) => {
    expect((await inspect(text, name)).type).toBe(TEXT);
    expect((await inspect(joined('\ufeff', text), name)).type).toBe(TEXT);
  });

  test.each([
    ['a CSV of Excel on Windows', latin1('Name;Stra\xdfe;Gr\xf6\xdfe\r\nM\xfcller;Weg\xa05;1,80\r\n\x80 5;\x93a\x94'), 'a.csv'],
    ['notes in Latin-1', latin1('Ein Caf\xe9 in der N\xe4he.'), 'a.txt'],
    ['UTF-16 from the editor of Windows', Buffer.from('\ufeffGröße', 'utf16le'), 'a.txt'],
    ['UTF-16, the other way round', Buffer.from('\ufeffGröße', 'utf16le').swap16(), 'a.txt'],
    ['a log with colours', joined('\u001b[32mok\u001b[0m\r\n\f\t'), 'run.log'],
  ])('%s', async (_, bytes, name) => expect((await inspect(bytes, name)).type).toBe(TEXT));
});

describe('files that common readers open are accepted', () => {
  test.each([
    ['a PDF', joined(PDF), 'a.bin'],
    ['a newline before the header', joined('\n', PDF), 'a.bin'],
    ['a mark and blanks before it', joined('\ufeff \r\n', BINARY_PDF), 'a.bin'],
    ['rubbish before it', joined('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n', BINARY_PDF), 'a.bin'],
    ['a text before it, under its name', joined('sent by mail\n', PDF), 'scan.PDF'],
    ['1,024 bytes before it', joined(' '.repeat(1_024), PDF), 'a.bin'],
    ['a header and nothing else, under its name', joined('%PDF-1.7\n'), 'a.pdf'],
  ])('PDF: %s', async (_, bytes, name) => expect((await inspect(bytes, name)).type).toBe('application/pdf'));

  test.each([
    [['isom', 'isom', 'mp42']],
    [['mp42']],
    [['mp41']],
    [['M4V ', 'M4V ', 'mp42']],
    [['M4VH']],
    [['M4VP']],
    [['avc1']],
    [['iso6', 'mp41']],
    [['dash']],
    [['MSNV', 'MSNV', 'mp42']],
    [['F4V ']],
    [['qt  ', 'mp42', 'isom']],
    [['3gp5', 'isom']],
  ] as [[string, ...string[]]][])('a video of the brands %j', async (brands) => {
    expect((await inspect(ftyp(...brands), 'a.bin')).type).toBe('video/mp4');
  });

  test.each([
    ['jpeg', 2],
    ['jpeg', 1],
    ['png', 12],
    ['gif', 1],
  ] as const)('a %s without its last %i bytes, with its preview', async (format, missing) => {
    const whole = await sharp(await drawn(1))
      .toFormat(format)
      .toBuffer();
    const bytes = whole.subarray(0, whole.length - missing);
    expect(await inspect(bytes)).toMatchObject({ type: `image/${format}`, width: 400, height: 300 });
    expect((await sharp(await inspector.preview(fileOf(bytes), 320, forAnn)).metadata()).width).toBe(320);
  });

  test('a JPEG with further bytes behind its end', async () => {
    const bytes = joined(
      await sharp(await drawn(1))
        .jpeg()
        .toBuffer(),
      Buffer.alloc(500),
    );
    expect((await inspect(bytes)).type).toBe('image/jpeg');
  });
});

describe('everything else is refused with a sentence that says what to do', () => {
  test.each([
    ['a bitmap', joined('BM', hex('460000000000000036000000280000000100000001000000010018'), Buffer.alloc(40)), /Save it as JPEG or PNG/],
    ['a bitmap named .txt', joined('BM', Buffer.alloc(60)), /Save it as JPEG or PNG/],
    ['a picture of an iPhone', ftyp('heic', 'mif1', 'heic'), /Save it as JPEG or PNG/],
    ['an AVIF', ftyp('avif', 'mif1'), /Save it as JPEG or PNG/],
    ['a QuickTime video', ftyp('qt  ', 'qt  '), /Save it as MP4/],
    ['a 3GP video', ftyp('3gp4', '3gp4'), /Save it as MP4/],
    ['a Matroska video', joined(hex('1a45dfa39342868101'), Buffer.alloc(40)), /MP4|ZIP/],
    ['a sound in MP4', ftyp('M4A ', 'mp42', 'isom'), /Sound/],
    ['an MP3', joined('ID3', hex('03000000007f7f'), Buffer.alloc(60)), /Sound/],
    ['a WAV', joined('RIFF', hex('24000000'), 'WAVEfmt ', Buffer.alloc(40)), /Sound/],
    ['bzip2', joined('BZh9', hex('314159265359e7a1000002d1800010400006449080')), /Pack the files as ZIP/],
    ['7z', joined(hex('377abcaf271c0004'), Buffer.alloc(40)), /Pack the files as ZIP/],
    ['rar', joined('Rar!', hex('1a0700'), Buffer.alloc(40)), /Pack the files as ZIP/],
    ['RTF', joined('{\\rtf1\\ansi Hello\\par }\r\n\0'), /Save it as PDF or DOCX/],
    ['DOC', joined(hex('d0cf11e0a1b11ae1'), Buffer.alloc(600)), /DOCX, XLSX, PPTX or PDF/],
    ['a program', joined('MZ', hex('90000300000004000000ffff0000'), Buffer.alloc(60)), /in a ZIP/],
    ['zero bytes', Buffer.alloc(9), /in a ZIP/],
    ['UTF-16 without its mark', Buffer.from('text', 'utf16le'), /in a ZIP/],
    ['half a JPEG', null, /Open it, save it again as PNG or JPEG/],
    ['Cyrillic in one byte a letter', latin1('\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0'), /Save it as UTF-8 \(in Excel as “CSV UTF-8”\)/],
    ['Japanese of Excel', hex('96bc914f2c8f5a8f8a0d0a938c8b9e93730d0a'), /Save it as UTF-8/],
    ['a CSV of DOS', latin1('M\x81ller;5\r\n'), /Save it as UTF-8/],
    ['a text that breaks off', joined('a'.repeat(70_000), hex('c3')), /in the middle of a character/],
    ['a GIF that is a script, under the name of a GIF', joined('GIF89a/*<html>*/=1;alert(1)'), /picture cannot be read/, 'a.gif'],
    ['a text under the name of a bitmap that begins as one', joined('BMI notes'), /Save it as JPEG or PNG/, 'a.bmp'],
    ['a header of PDF beyond the first 1,024 bytes', joined(Buffer.alloc(1_025), BINARY_PDF), /in a ZIP/, 'a.pdf'],
    ['a page with a PDF behind it', joined('<!doctype html><p>\n', BINARY_PDF), /HTML or SVG under the name/, 'a.pdf'],
    ['the same under no such name', joined('<html>\n', BINARY_PDF), /in a ZIP/],
    ['a box of MP4 that is longer than the file', joined(hex('00ffffff'), 'ftypmp42', Buffer.alloc(40)), /MP4|ZIP/],
  ] as [string, Buffer | null, RegExp, string?][])('%s', async (_, bytes, sentence, name = 'a.txt') => {
    const jpeg = await sharp(await drawn(1))
      .jpeg()
      .toBuffer();
    const refusal = await inspect(bytes ?? jpeg.subarray(0, jpeg.length / 2), name).then(
      ({ type }) => `taken as ${type}`,
      (error: Error) => `${error.name}: ${error.message}`,
    );
    expect(refusal).toMatch(sentence);
    expect(refusal).toMatch(/^FileNotTaken: .{20,280}$/);
  });
});
