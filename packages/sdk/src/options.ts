import type { OperationName } from './generated/operations.ts';

/** Como um cliente alcança a API. */
export interface LeitorOptions {
  /** O endereço base de suporte, quiz e recursos, com ou sem barra no fim. */
  baseUrl: string;
  /** O endereço base de sequências, rankings e grupos. Padrão: `baseUrl`. */
  streaksBaseUrl?: string | undefined;
  /** Um token de acesso que não muda. Sem `token` nem `getToken`, as requisições são anônimas. */
  token?: string | undefined;
  /**
   * Devolve o token de acesso. Chamada antes de cada requisição; pode ser assíncrona. Vale mais que
   * `token`.
   */
  getToken?: (() => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * Renova a sessão depois de um 401: uma chamada, por mais requisições que tenham sido recusadas
   * ao mesmo tempo; cada uma é então enviada de novo, uma vez. Devolva o novo token, ou uma
   * promessa dele, para usá-lo no lugar de `token`. Com `getToken`, não devolva nada: `getToken` é
   * chamada de novo. Se rejeitar, as requisições recusadas rejeitam com o mesmo motivo.
   */
  onUnauthorized?: (() => unknown) | undefined;
  /**
   * O prazo de uma tentativa, em milissegundos. Padrão: 60 000; 300 000 para arquivos e textos
   * gerados.
   */
  timeoutMs?: number | undefined;
  /** Quantas vezes uma requisição que falhou é enviada de novo. Padrão: 3. O README diz quais. */
  retries?: number | undefined;
  /** Envia as requisições no lugar do `fetch` global. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Chamada antes de cada tentativa. Pode mudar `headers`. */
  onRequest?: ((request: RequestEvent) => void | Promise<void>) | undefined;
  /** Chamada depois de cada tentativa, também de uma cancelada. */
  onResponse?: ((response: ResponseEvent) => void | Promise<void>) | undefined;
}

/** Uma tentativa, antes de ser enviada. */
export interface RequestEvent {
  operation: OperationName;
  method: string;
  url: string;
  headers: Headers;
  /** 0 na primeira tentativa. */
  attempt: number;
}

/** Uma tentativa, depois da sua resposta ou falha. */
export interface ResponseEvent extends Omit<RequestEvent, 'headers'> {
  /** O status HTTP; 0 se não houve resposta. */
  status: number;
  /** Os cabeçalhos da resposta; vazios se não houve resposta. */
  headers: Headers;
  /**
   * Se o serviço repetiu a resposta de uma requisição anterior com a mesma chave de idempotência.
   */
  replayed: boolean;
  durationMs: number;
  /** Em quantos milissegundos a próxima tentativa começa; undefined se esta foi a última. */
  retryInMs: number | undefined;
  /** Por que não houve resposta: um `LeitorError`, ou o motivo do sinal que cancelou a chamada. */
  error: unknown;
}
