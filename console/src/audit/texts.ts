import { shell } from '../shell/texts.ts';
import { ticketTexts } from '../tickets/texts.ts';

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
};

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return values[String(value)] ?? (typeof value === 'string' ? value : JSON.stringify(value));
};

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
  onBehalf: (actor: string, person: string | null) => (person ? `${actor} por ${person}` : actor),
  act: (name: string, outcome: 'done' | 'refused') =>
    outcome === 'refused' ? `${name} (recusado)` : name,
  /** A target such as `ticket:5` as people call it. */
  targetOf: (kind: string, id: string) => `${kinds[kind] ?? kind} ${id}`,
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
