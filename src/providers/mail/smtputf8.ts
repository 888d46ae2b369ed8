import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** What a person reads whose mail cannot go out. */
export const NO_UTF8 =
  'The mail server does not deliver to addresses with letters beyond ASCII before the @ (it has no SMTPUTF8). Use another address.';

/**
 * Whether the mail server takes addresses with letters beyond ASCII before the @ (SMTPUTF8, RFC 6531). nodemailer sends them in any
 * case, and a server that does not know them may deliver to another address. @throws an error of the connection
 */
export function takesUtf8({ url, ...options }: { readonly url: string; readonly connectionTimeout: number }): Promise<boolean> {
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...options });
  return new Promise((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      // The last answer before anybody signs in is the list of what the server can do.
      resolve(/^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse)));
      connection.quit();
    });
  });
}
