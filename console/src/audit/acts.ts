/** The names of all acts by domain: those of procedures, of readers and of jobs. */
const acts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: {
    upsert: 'Gravou conta',
  },
  team: {
    set: 'Mudou papel na equipe',
  },
  sessions: {
    start: 'Entrou',
    end: 'Encerrou sessão',
  },
  tokens: {
    create: 'Criou chave',
    revoke: 'Revogou acessos',
  },
  'me.preferences': {
    set: 'Mudou preferências',
  },
  tickets: {
    create: 'Abriu chamado',
    import: 'Importou chamado',
    edit: 'Editou chamado',
    setStatus: 'Mudou situação',
    assign: 'Atribuiu chamado',
    snooze: 'Adiou chamado',
    addTag: 'Pôs tag',
    removeTag: 'Tirou tag',
    addNote: 'Anotou no chamado',
    holdReply: 'Reteve uma resposta agendada',
    addMessage: 'Acrescentou mensagem',
    reply: 'Respondeu',
    mailMessage: 'Mandou por e-mail',
    forward: 'Encaminhou mensagem',
    merge: 'Mesclou chamados',
    bulk: 'Mudou chamados em lote',
    undoChange: 'Desfez mudança',
    export: 'Exportou chamados',
  },
  macros: {
    run: 'Rodou macro',
    save: 'Gravou macro',
    delete: 'Excluiu macro',
  },
  rules: {
    run: 'Regra rodou',
    save: 'Gravou regra',
    delete: 'Excluiu regra',
  },
  replies: {
    save: 'Salvou respostas em lote',
  },
  'replies.drafts': {
    create: 'Gerou rascunho',
    edit: 'Editou rascunho',
    approve: 'Aprovou rascunho',
    discard: 'Descartou rascunho',
  },
  views: {
    save: 'Guardou visão',
    delete: 'Excluiu visão',
  },
  tags: {
    create: 'Criou tag',
    update: 'Mudou tag',
    delete: 'Excluiu tag',
  },
  quickReplies: {
    create: 'Criou resposta rápida',
    update: 'Mudou resposta rápida',
    delete: 'Excluiu resposta rápida',
  },
  attachments: {
    upload: 'Anexou arquivo',
    delete: 'Excluiu anexo',
    release: 'Liberou anexo',
    reject: 'Recusou anexo',
    rotateLinkKey: 'Trocou chave dos links de anexos',
  },
  quiz: {
    generate: 'Gerou quiz',
    draft: 'Gerou rascunho de quiz',
    edit: 'Editou quiz',
    regenerate: 'Gerou pergunta de novo',
    discard: 'Excluiu rascunho de quiz',
    hold: 'Reteve ou liberou quiz',
    publish: 'Publicou quiz',
    correct: 'Corrigiu quiz',
    unpublish: 'Despublicou quiz',
  },
  streaks: {
    recordReading: 'Registrou leitura',
    importReadings: 'Importou leituras',
    addDay: 'Devolveu dia de leitura',
    addDayForAll: 'Devolveu o dia a todos',
    removeDay: 'Tirou dia de leitura',
    updateReminder: 'Mudou lembrete de leitor',
    updateProfile: 'Mudou perfil de leitor',
  },
  'streaks.dayForAll': {
    undo: 'Desfez o dia devolvido a todos',
  },
  groups: {
    create: 'Criou grupo',
    update: 'Mudou grupo',
    delete: 'Excluiu grupo',
    invite: 'Criou convite de grupo',
    revokeInvite: 'Cancelou convite de grupo',
    join: 'Entrou em grupo',
    leave: 'Saiu de grupo',
    addMember: 'Pôs membro em grupo',
    removeMember: 'Tirou membro de grupo',
    importMembers: 'Importou membros de grupo',
  },
  reports: {
    clearCache: 'Recalculou relatórios',
    rebuild: 'Refez contagens',
  },
  outbox: {
    undo: 'Desfez envio',
    retry: 'Reenviou e-mail',
    drop: 'Descartou e-mail',
  },
  inbound: {
    ingest: 'Recebeu e-mail',
    retry: 'Releu e-mail',
    release: 'Liberou e-mail ignorado',
    dismiss: 'Deixou e-mail ignorado',
  },
  jobs: {
    run: 'Rodou tarefa',
  },
  webhooks: {
    create: 'Criou webhook',
    delete: 'Excluiu webhook',
    enable: 'Religou webhook',
    disable: 'Desligou webhook',
    rotate: 'Trocou segredo de webhook',
    replay: 'Repetiu avisos',
    update: 'Mudou webhook',
    test: 'Testou webhook',
    skip: 'Pulou aviso',
  },
  people: {
    export: 'Exportou pessoa',
    erase: 'Apagou pessoa',
    retain: 'Apagou dados vencidos',
  },
  backup: {
    create: 'Fez cópia de segurança',
  },
};

/** The name of each act by its path, such as `tickets.create`. */
export const actNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(acts).flatMap(([domain, names]) =>
    Object.entries(names).map(([act, name]) => [`${domain}.${act}`, name]),
  ),
);
