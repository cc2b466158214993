/** The texts of tags. */
export const tagTexts = {
  title: 'Tags',
  empty: 'Nenhuma tag ainda.',
  add: 'Nova tag',
  name: 'Nome',
  color: 'Cor',
  isDefault: 'Padrão',
  defaultWhy: 'Sugerida primeiro aos atendentes. Só uma tag é a padrão.',
  yes: 'Sim',
  updated: 'Alterada',
  actions: 'Ações',
  save: 'Salvar',
  saved: (name: string) => `Tag ${name} salva.`,
  edit: 'Editar',
  editOf: (name: string) => `Editar ${name}`,
  remove: 'Excluir',
  removeOf: (name: string) => `Excluir ${name}`,
  removed: (name: string) => `Tag ${name} excluída.`,
  unused: 'Nenhum chamado tem esta tag.',
  used: (count: number) =>
    `${count} ${count === 1 ? 'chamado tem' : 'chamados têm'} esta tag. Tire-a deles antes de excluir.`,
  showUsed: 'Ver os chamados',
} as const;
