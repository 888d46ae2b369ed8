/** Other characters need mail servers that know SMTPUTF8, and a header with them would hold the mail back. */
const PLAIN = /^[\x21-\x7e]+@[\x21-\x7e]+$/;

/** The header that sends answers to this address. Empty if there is no address, or if it cannot be written into a header as it is. */
export const replyTo = (address: string): Readonly<Record<string, string>> => (PLAIN.test(address) ? { 'reply-to': address } : {});
