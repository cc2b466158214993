import { plainText } from './message.ts';

/** HTML with a signature under it, which is no part of the message. */
export const signedHtml = (html: string, signature: string): string =>
  signature === '' ? html : `${html}\n<div>-- <br>${signature}</div>`;

/** A text with a signature under it, after the line that mail programs know (RFC 3676 §4.3). */
export const signedText = (text: string, signature: string): string =>
  signature === '' ? text : `${text}\n\n-- \n${plainText(signature)}`;
