import { failures } from '../api/failure.ts';
import { bytesText, labelled, numberText } from '../ui/format/figures.ts';

const events = {
  'quiz.published': 'Quiz publicado',
  'quiz.submitted': 'Quiz respondido',
  'quiz.draft-failed': 'Rascunho do quiz falhou',
  'quiz.missing': 'Dia sem quiz',
  'quiz.corrected': 'Quiz corrigido',
  'streak.recovered': 'Sequência recuperada',
  'ticket.created': 'Chamado aberto',
  'ticket.replied': 'Chamado respondido',
  'ticket.updated': 'Situação, responsável ou tags mudaram',
  'ticket.merged': 'Chamados mesclados',
  'reply.drafted': 'Rascunho criado',
};
const names: Readonly<Record<string, string>> = { ...events, 'webhook.test': 'Teste' };
type Event = keyof typeof events;

/** Why a run failed: the text of a code of the service with its detail, or the thrown message. */
const causeOf = (error: string): string => {
  const [, code = '', detail] = /^([^:]*)(?:: (.*))?$/s.exec(error) ?? [];
  const text = failures.codes[code];
  return [text ?? error, text && detail && `(${detail})`].filter(Boolean).join(' ');
};

const runs = { succeeded: 'Deu certo', failed: 'Falhou', running: 'Rodando' } as const;

export const operationTexts = {
  sections: {
    now: 'Agora',
    mails: 'E-mails',
    inbound: 'Entrada',
    jobs: 'Tarefas',
    webhooks: 'Webhooks',
  },
  inboundWhy:
    'E-mails recebidos que esperam em quarentena. Veja cada um: se for de um leitor, “Ler de novo” tenta fazer dele um chamado; os outros saem sozinhos com o tempo.',
  rest: 'Como está o serviço',
  columns: {
    address: 'Endereço',
    attempts: 'Tentativas',
    event: 'Aviso',
    from: 'De',
    job: 'Tarefa',
    last: 'Última vez',
    next: 'Próxima',
    state: 'Situação',
    ticket: 'Chamado',
    to: 'Para',
    when: 'Quando',
    why: 'Por quê',
  },
  needs: {
    none: 'Nada precisa de você agora.',
    failed: labelled('E-mails que o destino recusou'),
    unknown: labelled('E-mails que talvez não tenham chegado'),
    quarantined: labelled('E-mails de leitores em quarentena'),
    jobs: labelled('Tarefas que falharam na última vez'),
    reminders: labelled('Lembretes que talvez não tenham chegado, e não se repetem'),
    rules: labelled('Regras que falharam na última vez'),
    webhooks: labelled('Webhooks que não recebem nossos avisos'),
    budget: (percent: number) =>
      `O modelo já usou ${numberText(Math.round(percent))}% do limite do dia.`,
    storage: 'o armazenamento',
    redis: 'o Redis',
    replica: (name: string) => `a réplica ${name}`,
    down: (parts: readonly string[]) => `Não responde: ${parts.join(', ')}.`,
  },
  mails: {
    statuses: {
      failed: 'Recusado',
      unknown: 'Em dúvida',
      pending: 'Esperando',
      sending: 'Saindo',
      sent: 'Enviado',
      bounced: 'Devolvido',
      dropped: 'Descartado',
    },
    empty: 'Nenhum e-mail nesta situação.',
    waitingFor: {
      undo: 'Ainda pode ser desfeito',
      held: 'Aguarda quem a escreveu',
      retry: 'Espera a próxima tentativa',
      'mail-off': 'O envio está desligado',
      'hourly-limit': 'O limite por hora foi atingido',
    },
    undo: { text: 'Desfazer', asks: 'A resposta sai do chamado e não é enviada.' },
    retry: { text: 'Enviar de novo', asks: 'O e-mail sai agora.' },
    retryTwice: { text: 'Enviar de novo', asks: 'O e-mail sai agora, e pode chegar duas vezes.' },
    drop: { text: 'Descartar', asks: 'O e-mail não é enviado. A resposta continua no chamado.' },
  },
  jobs: {
    names: {
      'alert-editors': 'Avisar quando falta o quiz ou um rascunho falha',
      'attachments-janitor': 'Apagar restos de anexos interrompidos',
      'count-quizzes': 'Contar as respostas dos quizzes',
      'daily-quiz': 'Publicar o quiz do dia',
      'draft-quiz': 'Criar o rascunho do quiz',
      'embed-tickets': 'Preparar a busca de chamados parecidos',
      'run-rules': 'Rodar regras',
      'end-snoozes': 'Trazer de volta chamados adiados',
      'unaccent-texts': 'Preparar a busca sem acentos',
      'fold-streak-counts': 'Somar as sequências dos leitores',
      'fold-ticket-counts': 'Somar os chamados para os relatórios',
      'forget-reply-batches': 'Apagar registros de lotes de respostas antigos',
      'give-days': 'Devolver dias a todos',
      'global-ranking': 'Calcular o ranking geral',
      'idempotency-cleanup': 'Apagar registros de pedidos antigos',
      'mail-summary': 'Enviar o resumo da semana',
      'newsletter-events': 'Tratar os avisos da plataforma da newsletter',
      'prune-streak-counts': 'Limpar somas de sequências antigas',
      'ranking-visibility': 'Atualizar quem aparece nos rankings',
      'read-mailbox': 'Ler a caixa de e-mails',
      'refresh-lexeme-counts': 'Contar palavras dos chamados',
      retention: 'Apagar o que passou do prazo',
      'scan-quarantined': 'Passar o antivírus nos anexos que esperam',
      'remove-originals': 'Apagar e-mails guardados que venceram',
      'send-reminders': 'Enviar os lembretes de leitura',
      'send-mails': 'Enviar os e-mails que esperam',
      'send-webhooks': 'Avisar os webhooks',
    } as Readonly<Record<string, string>>,
    outcome: (run: { outcome: keyof typeof runs; error: string | null } | null) =>
      run === null
        ? 'Nunca rodou'
        : [runs[run.outcome], run.error && causeOf(run.error)].filter(Boolean).join(': '),
    left: (count: number) => ` · falta preparar ${numberText(count)}`,
    run: { text: 'Rodar agora', asks: 'A tarefa roda agora, e também no próximo horário.' },
  },
  webhooks: {
    create: 'Novo webhook',
    empty: 'Nenhum sistema é avisado ainda.',
    events: 'Avisa quando',
    names,
    allEvents: Object.keys(events) as Event[],
    eventOf: (event: string): string => names[event] ?? event,
    states: { active: 'Recebe', failing: 'Está falhando', disabled: 'Desligado após falhar' },
    pending: 'Esperando',
    deliveries: 'Entregas',
    keepsOrder: 'Em ordem: um aviso recusado segura os seguintes',
    edit: 'Mudar',
    test: {
      text: 'Testar',
      asks: 'Um aviso de teste sai agora, e só uma vez.',
      delivered: (status: number | null) => `O endereço recebeu o teste (${status}).`,
      failed: (error: string | null) => `O endereço não recebeu o teste: ${error}`,
    },
    enable: (count: number) => ({
      text: 'Reativar',
      asks: `Recebe de novo agora, a começar pelos avisos que esperam (${count}).`,
    }),
    rotate: (hours: number) => ({
      text: 'Trocar segredo',
      asks: `Um segredo novo passa a assinar os avisos; o atual continua valendo por ${hours} horas.`,
    }),
    remove: (count: number) => ({
      text: 'Excluir',
      asks: `Não recebe mais nada, e os avisos que esperam (${count}) se perdem.`,
    }),
    secret: { title: 'Segredo', why: 'Copie o segredo agora: ele não aparece de novo.' },
  },
  deliveries: {
    title: (url: string) => `Entregas a ${url}`,
    empty: 'Nada foi enviado ainda.',
    states: { pending: 'Esperando', delivered: 'Entregue', failed: 'Desistimos' },
    replay: { text: 'Repetir', asks: 'O mesmo aviso é enviado outra vez, com o mesmo número.' },
    skip: {
      text: 'Pular',
      asks: 'Este aviso não é mais enviado, e os seguintes saem. Ainda pode ser repetido depois.',
    },
  },
  /** What the service does and depends on, in sentences. */
  state: {
    waiting: labelled('E-mails que esperam para sair'),
    files: (files: number, bytes: number) =>
      `Anexos guardados: ${numberText(files)} (${bytesText(bytes)}).`,
    quarantined: labelled('Anexos que esperam o antivírus'),
    tokens: (used: number, limit: number | null) =>
      `Tokens do modelo hoje: ${numberText(used)}${limit === null ? '' : ` de ${numberText(limit)}`}.`,
    versions: (versions: readonly string[]) => `Versões em uso: ${versions.join(', ')}.`,
  },
};
