import { failures } from '../contract/failure-codes.ts';
import { isOutage, violatedConstraint } from '../db/connection/errors.ts';
import type { Role } from './config/roles.ts';

/** Failures of the internal API alone. Those of the public API are in `contract/failure-codes.ts`. */
const internalFailures = {
  'cross-site': { status: 403, message: 'Requisição de outro site' },
  'sign-in-failed': { status: 400, message: 'A entrada expirou, já foi usada ou não confere' },
  'session-not-found': { status: 404, message: 'Sessão não encontrada' },
  'last-administrator': { status: 409, message: 'É o último administrador da equipe' },
  'account-not-found': { status: 404, message: 'Conta não encontrada' },
  'quiz-not-a-draft': { status: 409, message: 'O quiz não é um rascunho de hoje' },
  'quiz-not-published': { status: 409, message: 'O quiz ainda não foi publicado' },
  'quiz-changed': { status: 409, message: 'O quiz mudou desde que foi lido' },
  'correction-outdated': { status: 409, message: 'As tentativas mudaram desde a simulação' },
  'quiz-attempted': { status: 409, message: 'Quiz já tentado por leitores' },
  'erasure-outdated': { status: 409, message: 'Os registros mudaram desde a simulação' },
  'person-not-found': { status: 404, message: 'Pessoa não encontrada' },
  'day-not-credited': { status: 404, message: 'Dia não creditado' },
  'job-not-found': { status: 404, message: 'Tarefa não encontrada' },
  'caller-left': { status: 499, message: 'Requisição cancelada' },
  'agent-not-found': { status: 404, message: 'Agente não encontrado' },
  'model-failed': { status: 502, message: 'Erro ao consultar o modelo de linguagem' },
  'model-budget-exhausted': {
    status: 429,
    message: 'Limite diário do modelo de linguagem atingido',
  },
  'merge-outdated': { status: 409, message: 'Os registros mudaram desde a simulação' },
  'bulk-outdated': { status: 409, message: 'Os tickets encontrados mudaram desde a simulação' },
  'requesters-differ': { status: 409, message: 'Os tickets são de pessoas diferentes' },
  'requester-without-email': { status: 409, message: 'Ticket sem e-mail de quem o abriu' },
  'mail-not-configured': { status: 409, message: 'Envio de e-mails não configurado' },
  'reply-empty': { status: 400, message: 'Resposta vazia' },
  'reply-variables-missing': { status: 400, message: 'Variáveis sem valor' },
  'message-not-found': { status: 404, message: 'Mensagem não encontrada' },
  'mail-unreadable': { status: 409, message: 'O e-mail não pôde ser lido' },
  'mail-not-found': { status: 404, message: 'E-mail não encontrado' },
  'mail-not-undoable': { status: 409, message: 'O e-mail já não pode ser desfeito' },
  'draft-not-found': { status: 404, message: 'Rascunho não encontrado' },
  'draft-not-pending': { status: 409, message: 'O rascunho já foi decidido ou está desatualizado' },
  'newer-message': { status: 409, message: 'Há uma mensagem mais nova' },
  'composing-changed': { status: 409, message: 'O texto mudou desde que foi lido' },
  'mail-already-sent': { status: 409, message: 'E-mail já enviado' },
  'view-not-found': { status: 404, message: 'Visão não encontrada' },
  'too-many-views': { status: 409, message: 'Já existe o máximo de visões' },
  'webhook-not-found': { status: 404, message: 'Webhook não encontrado' },
  'webhook-delivery-not-found': { status: 404, message: 'Entrega não encontrada' },
  'webhook-url-refused': { status: 400, message: 'Endereço de webhook não permitido' },
  'too-many-webhooks': { status: 409, message: 'Já existe o máximo de webhooks' },
  'job-running': { status: 409, message: 'Tarefa já em execução' },
} as const satisfies Record<string, { status: number; message: string }>;

/** Every way the services can refuse or fail: the HTTP status, from which tRPC's code follows, and the text for readers. */
export const errorTable = { ...failures, ...internalFailures };

/** A code of the closed list. */
export type ErrorCode = keyof typeof errorTable;

/** A refusal or failure with a code of the closed list. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  /** What the text of `invalid-request` says after its colon. */
  readonly detail: string | undefined;
  /** The field of the request to blame, as `answers.0.answer`. */
  readonly field: string | undefined;
  /** When the caller may retry. */
  readonly retryAfterSeconds: number | undefined;
  /** The state that a conflict comes from, as `approved`. */
  readonly state: string | undefined;
  /** With `forbidden`: the lowest role that is allowed. */
  readonly requiredRole: Role | undefined;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      field?: string;
      retryAfterSeconds?: number;
      state?: string;
      requiredRole?: Role;
      cause?: unknown;
    } = {},
  ) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.state = options.state;
    this.requiredRole = options.requiredRole;
  }
}

/** Turns whatever was thrown into an error of the closed list; anything unexpected is `internal-error`. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  return new AppError(isOutage(error) ? 'unavailable' : 'internal-error', { cause: error });
};

/** Whether the service or something it depends on failed, which is worth a line in the log. */
export const isFault = (error: AppError): boolean => errorTable[error.code].status >= 500;

/** Returns the value. @throws AppError with the code if it is undefined */
export const orThrow = <T>(value: T | undefined, code: ErrorCode): T => {
  if (value === undefined) throw new AppError(code);
  return value;
};

/**
 * Runs a write; if it violates one of the named constraints, throws that constraint's error code instead of the database's
 * error.
 */
export const mapConstraintErrors = async <T>(
  codes: Record<string, ErrorCode>,
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const code = codes[violatedConstraint(error) ?? ''];
    throw code ? new AppError(code, { cause: error }) : error;
  }
};
