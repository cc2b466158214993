import { operationTexts } from '../operations/texts.ts';
import { shell } from '../shell/texts.ts';
import { ticketTexts } from '../tickets/texts.ts';
import { fullDay, isDay } from '../ui/time.ts';

type Names = Readonly<Record<string, string>>;

const kinds: Names = {
  account: 'Conta',
  attachment: 'Anexo',
  draft: 'Rascunho',
  group: 'Grupo',
  'inbound-mail': 'E-mail recebido',
  job: 'Tarefa',
  mail: 'E-mail',
  'quick-reply': 'Resposta rápida',
  quiz: 'Quiz',
  session: 'Sessão',
  streak: 'Sequência',
  tag: 'Tag',
  ticket: 'Chamado',
  view: 'Visão',
  webhook: 'Webhook',
};

const fields: Names = {
  assignee: 'Responsável',
  category: 'Categoria',
  color: 'Cor',
  content: 'Texto',
  day: 'Dia',
  events: 'Avisos',
  held: 'Retido',
  isDefault: 'Padrão',
  issue: 'Problema',
  main: 'Categoria',
  mergedFrom: 'Mesclado de',
  mergedInto: 'Mesclado em',
  messages: 'Mensagens',
  name: 'Nome',
  newsletter: 'Newsletter',
  notes: 'Notas',
  outcome: 'Resultado',
  question: 'Pergunta',
  quizDate: 'Dia do quiz',
  reason: 'Motivo',
  refused: 'Recusado pela conferência',
  regraded: 'Tentativas com outra nota',
  role: 'Papel',
  shortcut: 'Atalho',
  status: 'Situação',
  subject: 'Assunto',
  tags: 'Tags',
  title: 'Título',
  url: 'Endereço',
};

const values: Names = {
  ...ticketTexts.statuses,
  ...shell.roles,
  true: 'sim',
  false: 'não',
  null: 'nada',
  succeeded: 'deu certo',
  failed: 'falhou',
};

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'string' && isDay(value)) return fullDay(value);
  return values[String(value)] ?? (typeof value === 'string' ? value : JSON.stringify(value));
};

const jobText = (name: string): string => `Tarefa: ${operationTexts.jobs.names[name] ?? name}`;

export const auditTexts = {
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
  onBehalf: (actor: string, person: string | null) => {
    const who = actor.startsWith('job:') ? jobText(actor.slice('job:'.length)) : actor;
    return person ? `${who} por ${person}` : who;
  },
  quizOf: (day: string) => `Quiz de ${day}`,
  act: (name: string, outcome: 'done' | 'refused') =>
    outcome === 'refused' ? `${name} (recusado)` : name,
  /** A target such as `ticket:5` as people call it. */
  targetOf: (kind: string, id: string) =>
    kind === 'job' ? jobText(id) : `${kinds[kind] ?? kind} ${id}`,
  /** What is typed, such as `Chamado 5`, as a target of the trail. */
  parseTarget: (typed: string): string => {
    const [, name = typed, id = ''] = /^(.+)[ :](\S+)$/.exec(typed) ?? [];
    const known = Object.entries(kinds).find(
      ([, kind]) => kind.toLowerCase() === name.toLowerCase(),
    );
    return `${known?.[0] ?? name}:${id}`;
  },
  value: (field: string, value: unknown) => {
    const name = fields[field] ?? field;
    return value === undefined ? `${name}: mudou` : `${name}: ${textOf(value)}`;
  },
} as const;
