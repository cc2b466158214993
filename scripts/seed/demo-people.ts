/** The people of the demo data, one per role. */
export const demoPeople = [
  { role: 'reader', email: 'maria@exemplo.com.br', name: 'Maria Souza' },
  { role: 'agent', email: 'atendimento@exemplo.com.br', name: 'Atendimento' },
  { role: 'admin', email: 'admin@exemplo.com.br', name: 'Administração' },
] as const;
