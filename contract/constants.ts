/** The largest attachment: 10 MiB. */
export const maxAttachmentBytes = 10_485_760;

/** The author of a message that the model wrote. */
export const modelAuthor = 'IA Assistant';
