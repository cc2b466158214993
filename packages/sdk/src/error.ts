import type { OperationName, Operations } from './generated/operations.ts';

/** A text for people, who can do the same about all failures without a response. */
const unavailable = 'Não foi possível falar com o serviço.';

/**
 * Os códigos das falhas que o serviço não informou: o navegador está sem conexão, não houve
 * resposta, não no prazo, ou ela não é do serviço (como a página de erro de um proxy).
 */
export type ClientErrorCode = 'offline' | 'connection-failed' | 'timed-out' | 'unexpected-response';

/** Todos os códigos com que uma operação pode falhar, até onde esta versão do pacote sabe. */
export type ErrorCodeOf<O extends OperationName> = Operations[O]['errorCode'] | ClientErrorCode;

/** The parts of a `LeitorError`. */
export interface ErrorParts {
  operation: OperationName;
  status: number;
  headers?: Headers;
  body?: unknown;
  /** The code to use in place of the response's code. */
  code?: ClientErrorCode;
  hint?: string | undefined;
  cause?: unknown;
}

/**
 * Lançado por toda operação se a resposta não é um sucesso, ou se não há nenhuma. `message` é um
 * texto para pessoas.
 */
export class LeitorError<O extends OperationName = OperationName> extends Error {
  override readonly name = 'LeitorError';
  /** A operação que falhou. */
  readonly operation: O;
  /** O status HTTP; 0 se não houve resposta. */
  readonly status: number;
  /**
   * O código estável da falha. Um serviço mais novo pode enviar um que o tipo não lista: tenha um
   * caso padrão.
   */
  readonly code: ErrorCodeOf<O>;
  /**
   * Para quem desenvolve, em inglês: o que se sabe de uma falha que o serviço não informou. Não é
   * para páginas.
   */
  readonly hint: string | undefined;
  /** O campo da requisição que uma validação recusou, como `answers.0.answer`. */
  readonly field: string | undefined;
  /** O que informar ao suporte. */
  readonly requestId: string | undefined;
  /** Quantos segundos o serviço pede que se espere. */
  readonly retryAfter: number | undefined;
  /** Os cabeçalhos da resposta; vazios se não houve resposta. */
  readonly headers: Headers;
  /** O corpo da resposta: JSON lido, senão texto. */
  readonly body: unknown;

  /** @internal */
  constructor({ operation, status, headers = new Headers(), body, code, hint, cause }: ErrorParts) {
    super(
      textOf(body) ?? (code === 'offline' ? 'Você está sem conexão com a internet.' : unavailable),
      {
        cause,
      },
    );
    const header = (name: string) => headers.get(name) ?? undefined;
    this.operation = operation as O;
    this.status = status;
    this.code = (code ?? header('x-error-code') ?? 'unexpected-response') as ErrorCodeOf<O>;
    this.hint = hint;
    this.field = header('x-error-field');
    this.requestId = header('x-request-id');
    this.retryAfter = retryAfterOf(headers);
    this.headers = headers;
    this.body = body;
  }

  /** O que um log deve ter: sem cabeçalhos nem corpo, que podem ser privados. */
  toJSON() {
    return { ...this, message: this.message, headers: undefined, body: undefined };
  }
}

/**
 * Se um valor capturado é um {@link LeitorError}, e de qual operação. Com uma operação,
 * `error.code` é a união de códigos dela.
 */
export const isLeitorError = <O extends OperationName = OperationName>(
  error: unknown,
  operation?: O,
): error is LeitorError<O> =>
  // The check is by name, because an application may load the ES module and the CommonJS build together.
  error instanceof Error &&
  error.name === 'LeitorError' &&
  (operation === undefined || (error as LeitorError).operation === operation);

/** The seconds of `Retry-After`, which may also be a date. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  const seconds = Number.isNaN(Number(text))
    ? (Date.parse(text) - Date.now()) / 1000
    : Number(text);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
};

/** The text of a failure: `message`, or `error` on the group ranking. */
const textOf = (body: unknown): string | undefined => {
  const { message, error } = (body ?? {}) as Record<string, unknown>;
  const text = message ?? error;
  return typeof text === 'string' ? text : undefined;
};
