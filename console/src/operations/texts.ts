import { failures } from '../api/failure-texts.ts';

const events = {
  'quiz.published': 'Quiz publicado',
  'quiz.submitted': 'Quiz respondido',
  'quiz.draft-failed': 'Rascunho do quiz falhou',
  'quiz.missing': 'Dia sem quiz',
  'quiz.corrected': 'Quiz corrigido',
  'streak.recovered': 'Sequência recuperada',
  'ticket.created': 'Chamado aberto',
  'ticket.replied': 'Chamado respondido',
  'reply.drafted': 'Rascunho criado',
} as const;
type Event = keyof typeof events;

/** Why a run failed: the text of a code of the service, or the thrown message. */
const causeOf = (error: string): string => {
  const [code = ''] = error.split(':');
  return failures.codes[code] ?? error;
};

const runs = { succeeded: 'Deu certo', failed: 'Falhou', running: 'Rodando' } as const;

export const operationTexts = {
  sections: {
    now: {
      title: 'Agora',
      why: 'O que precisa de alguém neste momento, e do que o serviço depende.',
    },
    mails: {
      title: 'E-mails',
      why: 'Os e-mails que mandamos aos leitores e o que houve com cada um.',
    },
    inbound: {
      title: 'Entrada',
      why: 'E-mails recebidos que esperam em quarentena. Veja cada um: se for de um leitor, “Ler de novo” tenta fazer dele um chamado; os outros saem sozinhos com o tempo.',
    },
    jobs: { title: 'Tarefas', why: 'O que o serviço faz sozinho, no horário de São Paulo.' },
    webhooks: { title: 'Webhooks', why: 'Os sistemas que avisamos quando algo acontece aqui.' },
  },
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
    failed: 'E-mails que o destino recusou',
    unknown: 'E-mails que podem ter chegado ou não',
    quarantined: 'E-mails de leitores em quarentena',
    jobs: 'Tarefas que falharam na última vez',
    reminders: 'Lembretes de leitura que podem ter chegado ou não; não se repetem',
    rules: 'Regras que falharam na última vez',
    webhooks: 'Webhooks que não recebem nossos avisos',
    budget: 'Limite diário do modelo, % já usado',
    down: 'Serviços de que dependemos e que não respondem',
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
    run: { text: 'Rodar agora', asks: 'A tarefa roda agora, e também no próximo horário.' },
  },
  webhooks: {
    create: 'Novo webhook',
    empty: 'Nenhum sistema é avisado ainda.',
    events: 'Avisa quando',
    names: events,
    allEvents: Object.keys(events) as Event[],
    eventOf: (event: string): string =>
      Object.entries(events).find(([e]) => e === event)?.[1] ?? event,
    states: { active: 'Recebe', failing: 'Está falhando', disabled: 'Desligado após falhar' },
    pending: 'Esperando',
    deliveries: 'Entregas',
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
    secret: 'Segredo',
    copy: 'Copiar',
    copied: 'Segredo copiado.',
    secretOnce: 'Copie o segredo agora: ele não aparece de novo.',
  },
  deliveries: {
    title: (url: string) => `Entregas a ${url}`,
    empty: 'Nada foi enviado ainda.',
    states: { pending: 'Esperando', delivered: 'Entregue', failed: 'Desistimos' },
    replay: { text: 'Repetir', asks: 'O mesmo aviso é enviado outra vez, com o mesmo número.' },
    since: 'Repetir desde',
    nothing: 'Nada a repetir.',
    replayMany: (count: number) => ({
      text: count === 1 ? 'Repetir 1 aviso' : `Repetir ${count} avisos`,
      asks: 'São enviados outra vez, com os mesmos números.',
    }),
  },
  state: {
    waiting: 'E-mails aguardando envio',
    tokens: 'Tokens do modelo hoje',
    noLimit: 'Sem limite configurado',
    ofLimit: (used: string, limit: string) => `${used} de ${limit}`,
    storage: 'Armazenamento',
    usable: (usable: boolean) => (usable ? 'Funciona' : 'Não responde'),
    notConfigured: 'Não configurado',
    files: 'Anexos guardados',
    stored: (files: string, megabytes: string) => `${files} (${megabytes} MB)`,
    quarantined: 'Anexos aguardando o antivírus',
    versions: 'Versões em uso',
    redis: 'Redis',
    replica: (name: string) => `Réplica ${name}`,
  },
} as const;
