// Written by `npm run sdk` from the contract. Do not edit.

/** O maior arquivo que um envio aceita, em bytes. */
export const maxAttachmentBytes = 10485760;

/** O máximo de arquivos de um envio. */
export const maxAttachmentsPerUpload = 5;

/** Os tipos MIME que um anexo pode ter. */
export const attachmentTypes = ["image/jpeg","image/png","image/gif","image/webp","application/pdf","text/plain","text/csv","application/vnd.ms-excel","application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"] as const;

/** O máximo de tickets de um lote. */
export const maxBatchSize = 50;
