/** The codes of RFC 3463 for an address that does not exist or is disabled. */
const deadAddress = /\b5\.(?:1\.(?:[0-36]|10)|2\.1)\b/;
const namesAddress =
  /\b(?:mailbox|user|recipient|address|account)\b.{0,60}\b(?:unknown|unavailable|not found|not exist|disabled|inactive|invalid)|\b(?:no such|unknown|invalid) (?:user|recipient|mailbox|address)\b/i;

/** Returns true if a permanent refusal is about the address itself, and not about our server or the mail. */
export const isAddressRefused = (reason: string): boolean =>
  /\b5\.\d{1,3}\.\d{1,3}\b/.test(reason) ? deadAddress.test(reason) : namesAddress.test(reason);
