import type { MutationPath } from '../api/procedures.ts';

/** The procedures that leave no act. */
type Unrecorded =
  | `tickets.${'composing.save' | 'composing.discard' | 'presence'}`
  | 'ai.ask'
  | 'attachments.janitor'
  | 'replies.preview'
  | 'streaks.refreshGlobalRanking';
type Procedure = Exclude<MutationPath, Unrecorded>;
type Domain = Procedure extends `${infer D}.${string}` ? D : never;
type Verb<D extends string> = Procedure extends infer P
  ? P extends `${D}.${infer V}`
    ? V
    : never
  : never;

/** What each act is called, by domain and verb: those of all procedures, and those of readers and jobs. */
const names = {
  accounts: { upsert: 'Gravou conta' },
  team: { set: 'Mudou papel na equipe' },
  sessions: { start: 'Entrou', end: 'Encerrou sessão' },
  tokens: { revoke: 'Revogou acessos' },
  me: { 'preferences.set': 'Mudou preferências' },
  tickets: {
    create: 'Abriu chamado',
    import: 'Importou chamado',
    edit: 'Editou chamado',
    setStatus: 'Mudou situação',
    assign: 'Atribuiu chamado',
    addTag: 'Pôs tag',
    removeTag: 'Tirou tag',
    addNote: 'Anotou no chamado',
    addMessage: 'Acrescentou mensagem',
    reply: 'Respondeu',
    mailMessage: 'Mandou por e-mail',
    merge: 'Mesclou chamados',
    bulk: 'Mudou chamados em lote',
  },
  replies: {
    save: 'Salvou respostas em lote',
    'drafts.create': 'Gerou rascunho',
    'drafts.edit': 'Editou rascunho',
    'drafts.approve': 'Aprovou rascunho',
    'drafts.discard': 'Descartou rascunho',
  },
  views: { save: 'Guardou visão', delete: 'Excluiu visão' },
  tags: { create: 'Criou tag', update: 'Mudou tag', delete: 'Excluiu tag' },
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
    hold: 'Reteve ou liberou quiz',
    publish: 'Publicou quiz',
    correct: 'Corrigiu quiz',
    unpublish: 'Despublicou quiz',
  },
  streaks: {
    recordReading: 'Registrou leitura',
    importReadings: 'Importou leituras',
    addDay: 'Devolveu dia de leitura',
    removeDay: 'Tirou dia de leitura',
    updateProfile: 'Mudou perfil de leitor',
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
  reports: { clearCache: 'Recalculou relatórios', rebuild: 'Refez contagens' },
  outbox: { undo: 'Desfez envio', retry: 'Reenviou e-mail', drop: 'Descartou e-mail' },
  inbound: { ingest: 'Recebeu e-mail', retry: 'Releu e-mail' },
  jobs: { run: 'Rodou tarefa' },
  webhooks: {
    create: 'Criou webhook',
    delete: 'Excluiu webhook',
    enable: 'Religou webhook',
    disable: 'Desligou webhook',
    rotate: 'Trocou segredo de webhook',
    replay: 'Repetiu avisos',
  },
  people: { export: 'Exportou pessoa', erase: 'Apagou pessoa', retain: 'Apagou dados vencidos' },
  backup: { create: 'Fez cópia de segurança' },
} satisfies { [D in Domain]: Record<Verb<D>, string> & Record<string, string> } & Record<
  string,
  Record<string, string>
>;

/** What acts are called, by their technical names. */
export const actNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(names).flatMap(([domain, verbs]) =>
    Object.entries(verbs).map(([verb, name]) => [`${domain}.${verb}`, name]),
  ),
);
