import { failureTextOf } from '../api/failure.ts';
import { counted } from '../ui/format/figures.ts';
import { shortMoment } from '../ui/format/time.ts';

/** The end of a snooze. The sentinel of snoozing until the reader replies is years away. */
const shortly = (until: string): string =>
  Date.parse(until) - Date.now() > 5 * 365 * 86_400_000 ? 'o leitor escrever' : shortMoment(until);

const statuses = {
  open: 'Aberto',
  in_progress: 'Em andamento',
  resolved: 'Resolvido',
  closed: 'Fechado',
};

const statusNames: Readonly<Record<string, string>> = statuses;

/** All statuses, in the order of menus. */
export const allStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const;

const asBefore = counted('Chamado como antes.', '# chamados como antes.');
const changedSince = counted(
  '1 chamado mudou desde então e ficou.',
  '# chamados mudaram desde então e ficaram.',
);
const consecutive = counted('1 dia seguido', '# dias seguidos');
const pass = counted('1 registro passa', '# registros passam');

export const ticketTexts = {
  list: 'Chamados',
  noSubject: 'Sem assunto',
  anonymous: 'Leitor anônimo',
  searchHint: 'Palavra, e-mail ou #número',
  empty: (sort: string, search: string | undefined) => {
    if (search) return `Nenhum chamado com “${search}”.`;
    return sort === 'waiting'
      ? 'Ninguém está esperando resposta.'
      : 'Nenhum chamado com este filtro.';
  },
  returned: 'Voltou',
  loadingMore: 'Carregando mais…',
  stale: 'A lista mudou.',
  refresh: 'Atualizar',
  back: 'Voltar à lista',
  waitingFor: (time: string) => `Espera há ${time}`,
  changedFor: (time: string) => `Mudou há ${time}`,
  assignedTo: (person: string) => `Com ${person}`,
  hasDraft: 'Rascunho do modelo para revisar',
  attachmentCount: counted('1 anexo', '# anexos'),
  snooze: {
    untilReader: 'Até o leitor escrever',
    end: 'Trazer de volta à fila',
    until: 'Adiado até',
    shortly,
    done: 'Adiado',
    ended: 'De volta à fila',
  },
  statuses,
  mails: {
    saved: 'Salva, sem e-mail',
    waiting: 'E-mail na fila',
    mailed: 'E-mail enviado',
    failed: 'E-mail não saiu',
    returned: 'E-mail devolvido',
  },
  filters: {
    title: 'Filtros',
    status: 'Situação',
    assignee: 'Com quem',
    tag: 'Tag',
    main: 'Categoria',
    sort: 'Ordem',
    from: 'Aberto desde',
    to: 'Aberto antes de',
    updatedBefore: 'Sem mudança desde',
    any: 'Todas',
    anybody: 'Qualquer pessoa',
    me: 'Comigo',
    clear: 'Limpar filtros',
  },
  sorts: { waiting: 'Espera mais longa', newest: 'Mais novos', updated: 'Mudança mais recente' },
  views: {
    title: 'Visões',
    waiting: 'Esperando',
    mine: 'Comigo',
    forMe: 'Para mim',
    snoozed: 'Adiados',
    unassigned: 'Sem responsável',
    open: 'Abertos',
    all: 'Todos',
    save: 'Guardar visão',
    saveButton: 'Guardar',
    name: 'Nome da visão',
    shared: 'Para todo o time',
    sharedBy: 'Visão do time',
    remove: 'Excluir a visão',
    removeOf: (name: string) => `Excluir a visão ${name}`,
    count: (count: number, searches: boolean) =>
      searches && count >= 1_000 ? '1.000+' : count >= 10_000 ? '10 mil+' : String(count),
    saved: 'Visão guardada.',
  },
  bulk: {
    selected: counted('1 selecionado', '# selecionados'),
    allFound: 'Tudo o que o filtro encontra',
    selectAll: 'Selecionar tudo o que o filtro encontra',
    clear: 'Limpar seleção',
    select: (subject: string) => `Selecionar ${subject}`,
    changes: counted('Isto muda 1 chamado.', 'Isto muda # chamados.'),
    apply: 'Aplicar',
    done: counted('1 chamado mudou.', '# chamados mudaram.'),
    failed: counted('1 chamado não mudou:', '# chamados não mudaram:'),
    failure: (id: number, reason = '') => `Chamado ${id}: ${failureTextOf(reason)}`,
    note: 'Nota para cada chamado (opcional)',
  },
  /** The changes of tickets, as buttons, dialogs and macros name them. */
  changes: {
    reply: 'Responder',
    status: 'Mudar situação',
    addTag: 'Pôr tag',
    removeTag: 'Tirar tag',
    assign: 'Atribuir',
    snooze: 'Adiar',
    note: 'Nota interna',
    macro: 'Macros',
    resolve: 'Resolver',
  },
  macros: {
    none: 'Nenhuma macro. Crie uma em Respostas rápidas.',
    me: 'Quem usa a macro',
    ends: 'Trazer de volta',
    snoozed: (days: number, hour: number) => `${days} d, ${hour}h`,
  },
  actions: {
    next: 'Próximo',
    previous: 'Anterior',
    select: 'Selecionar',
    selectRange: 'Selecionar até aqui',
    assignToMe: 'Assumir',
    unassign: 'Deixar sem responsável',
    reopen: 'Reabrir',
    merge: 'Mesclar',
    edit: 'Editar chamado',
    save: 'Salvar',
    side: 'Sobre o chamado',
    print: 'Imprimir',
  },
  replyTab: 'Resposta',
  noteTab: 'Nota',
  noteHint: 'Só o time lê. @ menciona alguém.',
  mention: 'Pessoas',
  changed: (id: number, what: string) => `Chamado ${id} · ${what}`,
  statusSet: (status: keyof typeof statuses) => `Situação: ${statuses[status]}`,
  undone: (count: number, kept: number) =>
    [count > 0 && asBefore(count), kept > 0 && changedSince(kept)].filter(Boolean).join(' '),
  tagged: (name: string) => `Tag: ${name}`,
  untagged: (name: string) => `Sem a tag ${name}`,
  assigned: (person: string) => `Responsável: ${person}`,
  unassigned: 'Sem responsável',
  create: 'Novo chamado',
  createConfirm: 'Abrir',
  created: (id: number) => `Chamado ${id} aberto.`,
  edited: 'Chamado editado.',
  fields: {
    email: 'E-mail',
    name: 'Nome',
    subject: 'Assunto',
    main: 'Categoria',
    issue: 'Problema',
    body: 'Mensagem',
  },
  conversation: 'Conversa',
  cc: (people: readonly string[]) => `Cc ${people.join(', ')}`,
  older: 'Mostrar mensagens anteriores',
  quoted: 'Mostrar texto citado',
  original: 'Ver como chegou',
  originalOf: (id: number) => `Mensagem ${id} como chegou`,
  automatic: 'Resposta automática',
  noteInPrompt: 'O modelo pode ler',
  saveNote: 'Salvar nota',
  noteSaved: 'Nota salva.',
  events: {
    status: (status) => `mudou a situação para ${statusNames[String(status)] ?? status}`,
    assignee: (email, nameOf, by) => {
      if (email === null) return 'deixou o chamado sem responsável';
      // The person was erased, or an older version recorded the act.
      if (typeof email !== 'string') return 'mudou o responsável';
      return email === by ? 'assumiu o chamado' : `atribuiu a ${nameOf(email)}`;
    },
    snoozedUntil: (until) => {
      if (typeof until !== 'string') return 'trouxe o chamado de volta à fila';
      return `adiou até ${shortly(until)}`;
    },
    mergedFrom: (id) => `mesclou o chamado ${id} a este`,
    mergedInto: (id) => `mesclou este chamado ao ${id}`,
  } as Readonly<
    Record<string, (after: unknown, nameOf: (email: string) => string, by: string) => string>
  >,
  sendsMail: 'Mandar por e-mail',
  sendsMailAgain: 'Mandar de novo',
  sentMail: 'O e-mail vai de novo.',
  mendAddress: 'Corrigir endereço',
  mendAndSend: 'Salvar e mandar',
  forward: {
    title: 'Encaminhar',
    to: 'Para',
    text: 'Mensagem',
    hint: 'Vai acima da mensagem encaminhada.',
    answers: 'O que responderem volta a este chamado como nota. O leitor não recebe nada.',
  },
  fromModel: 'Modelo',
  mergedInto: (id: number) => `Este chamado foi mesclado ao ${id}.`,
  follows: (id: number) => `Continua o chamado ${id}.`,
  requester: 'Leitor',
  noEmail: 'Sem e-mail',
  others: 'Outros chamados',
  noOthers: 'Nenhum outro chamado.',
  streak: (days: number, most: number) => `${consecutive(days)}; recorde ${most}`,
  lastDays: (days: number, read: number) => `Últimos ${days} dias: leu em ${read}`,
  tags: 'Tags',
  noTags: 'Sem tags',
  removeTag: (name: string) => `Tirar a tag ${name}`,
  attachments: 'Anexos',
  looseAttachments: 'Arquivos só no chamado',
  attach: 'Anexar arquivo',
  fileTooLarge: (name: string) => `${name} passa de 10 MB.`,
  onlyHere: 'só no chamado',
  attached: counted('Arquivo só no chamado.', '# arquivos só no chamado.'),
  quarantined: 'Em quarentena',
  picture: 'Imagem',
  downloadIt: 'Baixar',
  download: (name: string) => `Baixar ${name}`,
  preview: (name: string) => `Ver ${name}`,
  details: 'Detalhes',
  newsletter: 'Newsletter',
  opened: 'Aberto em',
  assignee: 'Responsável',
  nobody: 'Ninguém',
  presence: {
    viewing: (name: string) => `${name} está vendo este chamado`,
    typing: (name: string) => `${name} está escrevendo`,
  },
  merge: {
    candidates: 'Chamados abertos deste leitor, e parecidos',
    into: 'Número do chamado que fica',
    warning: (total: number, into: number) =>
      `${pass(total)} ao chamado ${into}, e este fica fechado e vazio. Não dá para desfazer.`,
    different: 'São pessoas diferentes: cada uma verá os anexos da outra',
    carries: 'O que você está escrevendo vai junto.',
    carried: (into: number) => `O que você escrevia está no chamado ${into}.`,
    done: (into: number) => `Mesclado ao chamado ${into}.`,
  },
};
