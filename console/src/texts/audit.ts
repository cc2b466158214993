const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The texts of the trail. */
export const auditTexts = {
  title: 'Auditoria',
  why: 'Quem fez o quê, do mais novo ao mais antigo. Textos e nomes de pessoas não ficam guardados aqui.',
  empty: 'Nada com estes filtros.',
  when: 'Quando',
  who: 'Quem',
  action: 'Ato',
  target: 'Alvo',
  before: 'Antes',
  after: 'Depois',
  filters: { pessoa: 'Pessoa ou serviço', ato: 'Ato', alvo: 'Alvo', de: 'De', ate: 'Até' },
  examples: {
    pessoa: 'agente@exemplo.com',
    ato: 'tickets.merge',
    alvo: 'ticket:5',
    de: '',
    ate: '',
  },
  filter: 'Filtrar',
  onBehalf: (actor: string, person: string | null) => (person ? `${actor} por ${person}` : actor),
  refused: (action: string) => `${action} (recusado)`,
  value: (field: string, value: unknown) =>
    value === undefined ? `${field} mudou` : `${field}: ${textOf(value)}`,
} as const;
