/** A refusal with its HTTP status. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** The refusals of the measured endpoints, with the service's texts. */
export const refusals = {
  token: () => new Refusal(401, 'Token inválido ou expirado'),
  quizToken: () => new Refusal(401, 'Token de autenticação inválido ou ausente'),
  role: () => new Refusal(403, 'Você não tem permissão para executar esta ação'),
  tagFields: () => new Refusal(400, 'Nome e cor são obrigatórios'),
  tagName: () => new Refusal(400, 'Já existe uma tag com este nome'),
  quizFields: () => new Refusal(400, 'quizId e answers são obrigatórios'),
  quiz: () => new Refusal(404, 'quiz não encontrado'),
  attempted: () =>
    new Refusal(403, 'você já tentou este quiz. cada quiz pode ser tentado apenas uma vez.'),
  group: () => new Refusal(404, 'Grupo não encontrado'),
  privateGroup: () => new Refusal(403, 'Você não tem permissão para ver este grupo privado'),
  ticket: () => new Refusal(404, 'Ticket não encontrado'),
  attachment: () => new Refusal(404, 'Anexo não encontrado'),
  fileSize: () => new Refusal(413, 'Arquivo muito grande. Tamanho máximo permitido: 10MB'),
  emptyFile: () => invalid('arquivo não pode estar vazio'),
  quota: (of: 'ticket' | 'person') =>
    of === 'ticket'
      ? new Refusal(413, 'Este ticket já tem o máximo de anexos')
      : new Refusal(429, 'Limite diário de envio de anexos atingido'),
  range: () => new Refusal(416, 'Intervalo solicitado inválido'),
  fileType: () =>
    new Refusal(
      415,
      'Tipo de arquivo não permitido. Tipos aceitos: imagens, PDFs, documentos de texto e planilhas',
    ),
  route: () => new Refusal(404, 'Rota não encontrada'),
};

/** Refuses an invalid request. */
export const invalid = (what: string): Refusal => new Refusal(400, `Requisição inválida: ${what}`);
