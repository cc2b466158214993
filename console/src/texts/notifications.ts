/** The texts of what is new while nobody looks. */
export const notificationTexts = {
  assigned: 'Novo chamado para você',
  answered: 'O leitor respondeu',
  choose: 'Avisar por este navegador',
  refused: 'O navegador não permite avisos desta página.',
} as const;
