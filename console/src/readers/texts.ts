import { counted, labelled, numberText as number } from '../ui/format/figures.ts';

const days = counted('1 dia', '# dias');
const records = counted('1 registro', '# registros');
const readers = counted('1 leitor', '# leitores');
const placed = (position: number, of: number): string => `${number(position)}º de ${number(of)}`;

export const readerTexts = {
  email: 'E-mail do leitor',
  emailOrName: 'E-mail do leitor, ou nome',
  find: 'Buscar',
  all: 'Todos os leitores',
  days,
  overview: 'Leitores ativos',
  readers: 'Leitores',
  readToday: 'Leram hoje',
  atRisk: 'Em risco hoje',
  reminders: 'Com lembrete ligado',
  unit: 'leitores',
  counted: 'Um dia conta por leitura, por quiz aprovado ou por devolução.',
  perDay: 'Leitores ativos por dia',
  length: 'Dias seguidos',
  distribution: 'Leitores por duração da sequência',
  steps: (from: number, to: number | null) => {
    if (to === 0) return 'nenhum';
    if (to === null) return `${from} ou mais`;
    return from === to ? String(from) : `${from} a ${to}`;
  },
  ongoing: 'hoje, em curso',
  ongoingWeek: 'semana em curso',
  list: 'Lista de leitores',
  reader: 'Leitor',
  name: 'Nome',
  lastDay: 'Último dia',
  risk: 'em risco',
  onlyAtRisk: 'Só em risco',
  noReaders: 'Nenhum leitor com estes filtros.',
  addDayForAll: 'Devolver um dia a todos',
  addDayForAllWhy:
    'Para quem leu na véspera e não leu neste dia: depois de uma falha nossa, ou num dia sem edição.',
  daysForAll: 'Dias devolvidos a todos',
  noDaysForAll: 'Nenhum dia devolvido a todos.',
  state: 'Situação',
  given: 'devolvido',
  givenWhenOver: 'quando o dia terminar',
  undone: 'desfeito',
  notOver: 'Vale quando o dia terminar, para quem não tiver lido.',
  scheduled: (day: string) => `${day} será devolvido quando terminar.`,
  undoDay: (day: string) => `Desfazer ${day}`,
  wouldLose: labelled(
    'Leitores que perdem este dia',
    ' Quem leu nele, passou no quiz ou o recebeu em separado fica com ele.',
  ),
  takenBack: (count: number) => `Dia tirado de ${readers(count)}.`,
  lost: labelled('Leitores que perderam a sequência por este dia'),
  restored: (count: number) => `Dia devolvido a ${readers(count)}.`,
  retention: 'Quem voltou a ler',
  retentionWhy:
    'De quem leu pela primeira vez numa semana, quantos leram em cada semana depois dela. A semana em curso está tracejada. Contado há no máximo dez minutos.',
  arrived: 'Chegou em',
  weekAfter: (n: number) => `${n}ª sem.`,
  notAllowed: 'Este leitor não tem chamado. Só administradores podem ver a sequência dele.',
  streak: 'Sequência atual',
  streakDays: 'Sequência (dias)',
  bestDays: 'Recorde (dias)',
  best: 'Recorde',
  lastActivity: 'Última atividade',
  never: 'Nunca',
  place: 'Ranking global',
  placed,
  placedIn: (group: string, position: number, of: number) =>
    `No grupo ${group}: ${placed(position, of)}`,
  notPlaced: 'Fora do ranking',
  visibilities: { public: 'com nome', anonymous: 'anônimo', hidden: 'oculto por escolha própria' },
  fates: {
    none: () => 'Ainda não tem nenhum dia de leitura.',
    active: (streak: number) =>
      `Leu hoje: a sequência de ${days(streak)} vale até a meia-noite de amanhã.`,
    'at-risk': (streak: number) =>
      `Se não ler até meia-noite, perde a sequência de ${days(streak)}.`,
    broken: (streak: number, missed: string) =>
      `Perdeu a sequência de ${days(streak)}: ${missed} ficou sem leitura. A próxima leitura começa outra.`,
  },
  todayGiven: 'Hoje ninguém perde a sequência: o dia será devolvido a todos quando terminar.',
  stillPlaced:
    'Os rankings ainda mostram a sequência perdida: o global, até 7 dias depois da última atividade; os dos grupos, até a próxima leitura.',
  calendar: 'Dias dos últimos 12 meses',
  weeks: 'Semanas',
  origins: {
    reading: 'Leitura',
    quiz: 'Quiz',
    administrator: 'Devolvido por administrador',
    removed: 'Tirado por administrador',
  },
  unread: 'sem leitura',
  day: 'Dia',
  addDay: 'Devolver um dia',
  removeDay: 'Tirar um dia',
  corrected: (streak: number) => `Pronto: a sequência é de ${days(streak)}.`,
  dayKnown: 'Este dia já contava.',
  tickets: 'Chamados na fila',
  data: 'Dados pessoais',
  held: (total: number) => `Guardamos ${records(total)} sobre este e-mail.`,
  export: 'Exportar',
  erase: 'Apagar',
  eraseTitle: 'Apagar esta pessoa',
  eraseWarning: (total: number) => `Isto apaga ${records(total)}. Não dá para desfazer.`,
  eraseTyped: 'Digite o e-mail da pessoa para confirmar',
  erased: (total: number) => `Pessoa apagada: ${records(total)}.`,
};
