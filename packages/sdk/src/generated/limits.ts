// Written by `npm run sdk` from the contract. Do not edit.

/** The largest file an upload takes, in bytes. */
export const maxAttachmentBytes = 10485760;

/** The most files one upload takes. */
export const maxAttachmentsPerUpload = 5;

/** The MIME types an attachment may have. */
export const attachmentTypes = ["image/jpeg","image/png","image/gif","image/webp","application/pdf","text/plain","text/csv","application/vnd.ms-excel","application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"] as const;

/** The most tickets one batch takes. */
export const maxBatchSize = 50;
