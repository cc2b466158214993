import { operationTexts } from '../operations/texts.ts';
import { readerTexts } from '../readers/texts.ts';
import { shell } from '../shell/texts.ts';
import { ticketTexts } from '../tickets/texts.ts';
import { fullDay, fullMoment, isDay } from '../ui/format/time.ts';

type Names = Readonly<Record<string, string>>;

const kinds: Names = {
  account: 'Conta',
  'day-for-all': 'Dia devolvido a todos',
  attachment: 'Anexo',
  draft: 'Rascunho',
  erasure: 'Apagamento',
  group: 'Grupo',
  key: 'Chave',
  'inbound-mail': 'E-mail recebido',
  job: 'Tarefa',
  'sign-in': 'Entrada',
  'signing-key': 'Chave de assinatura',
  period: 'Período',
  mail: 'E-mail',
  'quick-reply': 'Resposta rápida',
  quiz: 'Quiz',
  report: 'Relatório',
  session: 'Sessão',
  streak: 'Sequência',
  macro: 'Macro',
  rule: 'Regra',
  tag: 'Tag',
  ticket: 'Chamado',
  view: 'Visão',
  webhook: 'Webhook',
};

const fields: Names = {
  actions: 'Ações',
  annulled: 'Anulada',
  arquivo: 'Arquivo',
  assignee: 'Responsável',
  category: 'Categoria',
  color: 'Cor',
  confidence: 'Confiança',
  content: 'Texto',
  credited: 'Dias creditados',
  day: 'Dia',
  description: 'Descrição',
  domains: 'Alcance',
  displayName: 'Nome exibido',
  enabled: 'Ligada',
  events: 'Avisos',
  expiresAt: 'Termina',
  filter: 'Filtro',
  held: 'Retido',
  invite: 'Convite',
  isDefault: 'Padrão',
  isPublic: 'Público',
  issue: 'Problema',
  macro: 'Macro',
  macroId: 'Macro',
  mails: 'E-mails',
  main: 'Categoria',
  member: 'Membro',
  members: 'Membros',
  mergedFrom: 'Mesclado de',
  mergedInto: 'Mesclado em',
  messages: 'Mensagens',
  tickets: 'Chamados',
  name: 'Nome',
  newsletter: 'Newsletter',
  notes: 'Notas',
  ownerEmail: 'Responsável',
  on: 'Roda em',
  ordered: 'Em ordem',
  outcome: 'Resultado',
  position: 'Ordem',
  previousUntil: 'O segredo anterior vale até',
  question: 'Pergunta',
  quizDate: 'Dia do quiz',
  rankingVisibility: 'No ranking',
  readers: 'Leitores',
  reason: 'Motivo',
  refused: 'Recusado pela conferência',
  regraded: 'Tentativas com outra nota',
  removed: 'Removidos',
  role: 'Papel',
  rule: 'Regra',
  sendAt: 'Sai em',
  shared: 'Compartilhada',
  shortcut: 'Atalho',
  signature: 'Assinatura',
  snoozedUntil: 'Adiado até',
  sort: 'Ordem',
  status: 'Situação',
  subject: 'Assunto',
  subscriptionStatus: 'Inscrição na newsletter',
  tags: 'Tags',
  ticketId: 'Chamado',
  title: 'Título',
  to: 'Para',
  url: 'Endereço',
  when: 'Condições',
};

const ends: Names = { succeeded: 'deu certo', failed: 'falhou' };

/** The words for the values of fields that have no free text. */
const values: Readonly<Record<string, Names>> = {
  status: { ...ticketTexts.statuses, ...ends },
  outcome: ends,
  rankingVisibility: readerTexts.visibilities,
  role: shell.roles,
  events: operationTexts.webhooks.names,
};

const constants: Names = { true: 'sim', false: 'não', null: 'nada' };

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const textOf = (field: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map((one) => textOf(field, one)).join(', ');
  if (typeof value !== 'string') return constants[String(value)] ?? JSON.stringify(value);
  if (isDay(value)) return fullDay(value);
  return moment.test(value) ? fullMoment(value) : (values[field]?.[value] ?? value);
};

const jobText = (name: string): string => `Tarefa: ${operationTexts.jobs.names[name] ?? name}`;

export const auditTexts = {
  why: 'Quem fez o quê, do mais novo ao mais antigo. Textos e nomes de pessoas não ficam guardados aqui.',
  empty: 'Nada com estes filtros.',
  when: 'Quando',
  who: 'Quem',
  action: 'Ação',
  target: 'Alvo',
  changes: 'Mudança',
  folded: (count: number) => `${count} vezes: ver cada uma`,
  any: 'Qualquer',
  filters: { pessoa: 'Pessoa ou serviço', alvo: 'Alvo', de: 'De', ate: 'Até' },
  filter: 'Filtrar',
  onBehalf: (actor: string, person: string | null) => {
    const who = actor.startsWith('job:') ? jobText(actor.slice('job:'.length)) : actor;
    return person ? `${who} por ${person}` : who;
  },
  quizOf: (day: string) => `Quiz de ${day}`,
  act: (name: string, outcome: 'done' | 'refused') =>
    outcome === 'refused' ? `${name} (recusado)` : name,
  /** A target such as `ticket:5` in words. */
  targetOf: (kind: string, id: string) =>
    kind === 'job' ? jobText(id) : `${kinds[kind] ?? kind} ${id}`,
  /** Turns a target that a person typed, such as `Chamado 5`, into the trail's name for it. */
  parseTarget: (typed: string): string => {
    const [, name = typed, id = ''] = /^(.+)[ :](\S+)$/.exec(typed) ?? [];
    const known = Object.entries(kinds).find(
      ([, kind]) => kind.toLowerCase() === name.toLowerCase(),
    );
    return `${known?.[0] ?? name}:${id}`;
  },
  /** A changed field with its former and its new value, as far as the trail has them. */
  change: (change: { field: string; before?: unknown; after?: unknown }) => {
    const name = fields[change.field] ?? change.field;
    const textIf = (value: unknown) => value !== undefined && textOf(change.field, value);
    const [before, after] = [textIf(change.before), textIf(change.after)];
    if (before === false) return `${name}: ${after === false ? 'mudou' : after}`;
    return `${name}: ${before} → ${after === false ? 'nada' : after}`;
  },
};
