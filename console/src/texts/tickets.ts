/** The texts of the queue and of a ticket. */
export const ticketTexts = {
  queue: 'Fila',
} as const;
