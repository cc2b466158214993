/**
 * Every failure of the public API: the stable code sent in `X-Error-Code`, its status and its text
 * (docs/behaviour/http.md#errors).
 */
export const failures = {
  'invalid-request': { status: 400, message: 'Requisição inválida' },
  'malformed-json': { status: 400, message: 'Requisição inválida: body não é um JSON válido' },
  'invalid-token': { status: 401, message: 'Token inválido ou expirado' },
  forbidden: { status: 403, message: 'Você não tem permissão para executar esta ação' },
  'not-found': { status: 404, message: 'Rota não encontrada' },
  'method-not-allowed': { status: 405, message: 'Método não permitido' },
  'request-timeout': { status: 408, message: 'Tempo esgotado ao receber a requisição' },
  'idempotency-key-in-use': {
    status: 409,
    message: 'Uma requisição com esta Idempotency-Key ainda está em andamento',
  },
  'idempotency-key-reused': {
    status: 422,
    message: 'Idempotency-Key já usada com outra requisição',
  },
  'body-too-large': { status: 413, message: 'Requisição muito grande' },
  'unsupported-media-type': { status: 415, message: 'Formato de conteúdo não suportado' },
  'range-not-satisfiable': { status: 416, message: 'Intervalo solicitado inválido' },
  'rate-limited': {
    status: 429,
    message: 'Muitas requisições. Tente novamente em alguns instantes',
  },
  'headers-too-large': { status: 431, message: 'Cabeçalhos da requisição muito grandes' },
  'internal-error': { status: 500, message: 'Erro interno' },
  unavailable: { status: 503, message: 'Serviço temporariamente indisponível' },

  'tag-fields-required': { status: 400, message: 'Nome e cor são obrigatórios' },
  'tag-name-taken': { status: 400, message: 'Já existe uma tag com este nome' },
  'tag-in-use': { status: 400, message: 'Tag está em uso em tickets e não pode ser excluída' },
  'tag-not-found': { status: 404, message: 'Tag não encontrada' },

  'quick-reply-not-found': { status: 404, message: 'Resposta rapida nao encontrada' },
  'quick-reply-shortcut-taken': {
    status: 409,
    message: 'Atalho ja existe em outra resposta rapida',
  },
  'quick-reply-empty': {
    status: 400,
    message: 'Conteúdo da resposta rápida fica vazio depois da sanitização',
  },

  'ticket-not-found': { status: 404, message: 'Ticket não encontrado' },
  'ticket-merged': { status: 409, message: 'Ticket já unido a outro' },
  'ticket-closed': { status: 409, message: 'O ticket está fechado' },
  'attachment-not-found': { status: 404, message: 'Anexo não encontrado' },
  'attachment-too-large': {
    status: 413,
    message: 'Arquivo muito grande. Tamanho máximo permitido: 10MB',
  },
  'too-many-attachments': { status: 413, message: 'Este ticket já tem o máximo de anexos' },
  'attachment-quota-exceeded': {
    status: 429,
    message: 'Limite diário de envio de anexos atingido',
  },
  'ticket-quota-exceeded': {
    status: 429,
    message: 'Limite diário de tickets novos atingido',
  },
  'message-quota-exceeded': {
    status: 429,
    message: 'Limite de mensagens por hora atingido',
  },
  'attachment-type-not-allowed': {
    status: 415,
    message:
      'Tipo de arquivo não permitido. Tipos aceitos: imagens, PDFs, documentos de texto e planilhas',
  },
  'attachment-infected': {
    status: 422,
    message: 'Arquivo recusado: o antivírus encontrou uma ameaça',
  },
  'attachment-quarantined': {
    status: 409,
    message: 'Anexo em quarentena: aguarda a verificação do antivírus',
  },

  'batch-too-large': { status: 400, message: 'Maximo de 50 tickets por lote' },

  'quiz-fields-required': { status: 400, message: 'quizId e answers são obrigatórios' },
  'quiz-already-attempted': {
    status: 403,
    message: 'você já tentou este quiz. cada quiz pode ser tentado apenas uma vez.',
  },
  'quiz-not-found': { status: 404, message: 'quiz não encontrado' },
  'quiz-already-generated': { status: 409, message: 'Quiz já existe para hoje' },
  'no-edition-available': {
    status: 404,
    message: 'Nenhuma edição disponível para gerar quiz',
  },
  'newsletter-unavailable': {
    status: 502,
    message: 'Erro ao consultar a plataforma de newsletter',
  },
  'quiz-generation-failed': { status: 502, message: 'Erro ao gerar quiz com OpenAI' },

  'edition-not-found': { status: 404, message: 'Edição não encontrada' },

  'invalid-signature': { status: 403, message: 'Assinatura inválida ou ausente' },
  'integration-disabled': { status: 404, message: 'Integração não configurada' },

  'group-not-found': { status: 404, message: 'Grupo não encontrado' },
  'group-forbidden': {
    status: 403,
    message: 'Você não tem permissão para ver este grupo privado',
  },
  'group-member-not-found': { status: 404, message: 'Membro não encontrado' },
  'group-full': { status: 409, message: 'O grupo já tem o máximo de membros' },
  'too-many-groups': { status: 409, message: 'Você já está no máximo de grupos' },
  'invite-not-found': { status: 404, message: 'Convite não encontrado ou expirado' },
  'too-many-invites': { status: 409, message: 'O grupo já tem o máximo de convites' },
  'ranking-timed-out': { status: 504, message: 'Tempo esgotado ao montar o ranking' },
} as const satisfies Record<string, { status: number; message: string }>;

/** The value of the header `X-Error-Code`. */
export type FailureCode = keyof typeof failures;

/** The HTTP statuses of a set of failure codes. */
export type FailureStatus<C extends FailureCode> = (typeof failures)[C]['status'];
