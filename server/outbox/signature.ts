import { plainText } from '../markup/text.ts';

export const signedHtml = (html: string, signature: string): string =>
  signature === '' ? html : `${html}\n<div>-- <br>${signature}</div>`;

/** Appends the signature with the separator that mail programs recognise (RFC 3676 §4.3). */
export const signedText = (text: string, signature: string): string =>
  signature === '' ? text : `${text}\n\n-- \n${plainText(signature)}`;
