export const optionTexts = {
  narrow: 'Digite para filtrar',
  none: 'Nenhum resultado.',
};

export const uiTexts = {
  loading: 'Carregando…',
  now: 'agora',
  age: (time: string) => `há ${time}`,
  failed: 'Não foi possível carregar',
  again: 'Tentar de novo',
  close: 'Fechar',
  cancel: 'Cancelar',
  undo: 'Desfazer',
  search: 'Buscar',
  actions: 'Ações',
  moreActions: 'Mais ações',
  counting: 'Contando…',
  done: 'Feito.',
  more: 'Mostrar mais',
  reason: 'Motivo',
  exportOf: (label: string) => `CSV das linhas mostradas: ${label}`,
  copy: 'Copiar',
  copied: 'Copiado.',
};

export const chartTexts = {
  empty: 'Nada neste período.',
  figures: 'Tabela',
};
