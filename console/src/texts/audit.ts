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
  any: 'Qualquer',
  filters: { pessoa: 'Pessoa ou serviço', alvo: 'Alvo', de: 'De', ate: 'Até' },
  filter: 'Filtrar',
  onBehalf: (actor: string, person: string | null) => (person ? `${actor} por ${person}` : actor),
  act: (name: string, outcome: 'done' | 'refused') =>
    outcome === 'refused' ? `${name} (recusado)` : name,
  value: (field: string, value: unknown) =>
    value === undefined ? `${field} mudou` : `${field}: ${textOf(value)}`,
} as const;
