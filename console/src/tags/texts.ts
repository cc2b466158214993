export const tagTexts = {
  empty: 'Nenhuma tag ainda.',
  add: 'Nova tag',
  name: 'Nome',
  color: 'Cor',
  isDefault: 'Padrão',
  yes: 'Sim',
  updated: 'Alterada',
  save: 'Salvar',
  saved: (name: string) => `Tag ${name} salva.`,
  edit: 'Editar',
  editOf: (name: string) => `Editar ${name}`,
  remove: 'Excluir',
  removeOf: (name: string) => `Excluir ${name}`,
  removed: (name: string) => `Tag ${name} excluída.`,
  used: (count: number) =>
    count === 0
      ? 'Nenhum chamado tem esta tag.'
      : `${count} ${count === 1 ? 'chamado tem' : 'chamados têm'} esta tag. Tire-a deles antes de excluir.`,
  showUsed: 'Ver os chamados',
} as const;
