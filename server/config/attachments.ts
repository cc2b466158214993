import { z } from 'zod';
import { scannerUrl } from './values.ts';

/** The variables that bound attachments: docs/configuration.md. */
export const attachmentVariables = {
  ATTACHMENTS_PER_TICKET: z.coerce.number().int().min(1).max(1_000_000).default(200),
  ATTACHMENT_BYTES_PER_PERSON_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .default(209_715_200),
  SCAN_URL: scannerUrl.optional(),
};

/** Where clamd listens. */
export interface ScannerLocation {
  host: string;
  port: number;
}

/** The bounds of attachments. */
export interface AttachmentConfig {
  /** How many a ticket may have. */
  perTicket: number;
  /** What a reader may upload within 24 hours. */
  bytesPerPersonPerDay: number;
  /** The malware scanner; undefined: none. */
  scanner: ScannerLocation | undefined;
}

/** The bounds of attachments from the variables. */
export const attachmentConfigOf = (
  values: z.output<z.ZodObject<typeof attachmentVariables>>,
): AttachmentConfig => ({
  perTicket: values.ATTACHMENTS_PER_TICKET,
  bytesPerPersonPerDay: values.ATTACHMENT_BYTES_PER_PERSON_PER_DAY,
  scanner: values.SCAN_URL,
});
