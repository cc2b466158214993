/** The texts of what can be taken back. */
export const undoTexts = {
  sending: (ticketId: number) => `A resposta ao chamado ${ticketId} sai em instantes.`,
  undone: (ticketId: number) => `A resposta ao chamado ${ticketId} não saiu.`,
};
