/** O que `fetch` aceita além do que o SDK decide, como `cache` e, no Next.js, `next`. */
export type FetchOptions = Omit<RequestInit, 'body' | 'headers' | 'method' | 'signal'> & {
  next?: unknown;
};

/** Opções de uma chamada. */
export interface CallOptions {
  /** Cancela a chamada e suas novas tentativas. A chamada rejeita com o motivo do sinal. */
  signal?: AbortSignal | undefined;
  /** Substitui o `timeoutMs` do cliente. */
  timeoutMs?: number | undefined;
  /** Substitui o `retries` do cliente. */
  retries?: number | undefined;
  /** Mais cabeçalhos desta chamada. */
  headers?: Record<string, string> | undefined;
  /** Repassadas a `fetch`: `{ cache: 'no-store' }`, ou `{ next: { revalidate: 60 } }`. */
  fetchOptions?: FetchOptions | undefined;
}

/** Opções de uma chamada que o serviço executa uma só vez por chave de idempotência. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * A chave com que o serviço executa a requisição uma só vez. Padrão: uma nova por chamada, a
   * mesma nas suas tentativas. Informe a sua para repetir uma chamada depois, como após recarregar
   * a página.
   */
  idempotencyKey?: string | undefined;
}

/** Opções de um envio de arquivos. */
export interface UploadCallOptions extends IdempotentCallOptions {
  /**
   * Chamada a cada trecho enviado dos arquivos, com precisão de poucos bytes; no navegador, com um
   * `fetch` próprio, uma vez, no fim. Uma nova tentativa recomeça do 0.
   */
  onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Quanto de um envio já foi, em bytes dos arquivos. */
export interface UploadProgress {
  loaded: number;
  total: number;
}
