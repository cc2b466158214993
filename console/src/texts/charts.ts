/** The texts of charts. */
export const chartTexts = {
  empty: 'Nada neste período.',
  figures: 'Tabela',
  howToRead: 'Aponte ou use as setas para ler os valores.',
} as const;
