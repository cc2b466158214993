import { startStubServer } from '../../scripts/sandbox/stub-server.ts';

/** A request for embeddings. */
export interface EmbeddingCall {
  model: string;
  input: string[];
  dimensions: number | undefined;
  /** Aborts if the client disconnects before the response. */
  signal: AbortSignal;
}

/** Vectors in the order of the texts, a whole body, an HTTP failure, no response, or a broken connection. */
export type EmbeddingAnswer =
  | { vectors: number[][] }
  | { body: string }
  | { status: number }
  | 'silence'
  | 'reset';

/** Words with the same meaning share a dimension, so texts without a common word can be similar. */
const meanings = [
  ['cobrado', 'cobrança', 'lançamento', 'fatura', 'duplicidade', 'duas'],
  ['senha', 'acesso', 'entrar', 'login', 'credencial'],
  ['edição', 'chegou', 'recebi', 'e-mail', 'caixa'],
  ['cancelar', 'cancelamento', 'encerrar', 'desistir'],
  ['podcast', 'áudio', 'episódio', 'ouvir'],
  ['endereço', 'entrega', 'mudei', 'correio'],
];

/** The vector of a text: the number of words of each meaning, and a small part unique to the text. */
export const meaningOf = (text: string, dimensions = 8): number[] => {
  const words = text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  const counts = meanings.map((group) => words.filter((word) => group.includes(word)).length);
  const vector = [...counts, 0.1, (text.length % 7) / 100];
  return Array.from({ length: dimensions }, (_, index) => vector[index] ?? 0.01);
};

/**
 * Starts a fake embedding service: an HTTP server with OpenAI's embeddings API whose responses a test sets.
 */
export const startFakeEmbeddings = async () => {
  const usual = ({ input, dimensions }: EmbeddingCall): EmbeddingAnswer => ({
    vectors: input.map((text) => meaningOf(text, dimensions)),
  });
  let answer: (call: EmbeddingCall) => EmbeddingAnswer | Promise<EmbeddingAnswer> = usual;
  const calls: EmbeddingCall[] = [];
  const stub = await startStubServer(async ({ body, signal }) => {
    const call: EmbeddingCall = { ...JSON.parse(body), signal };
    calls.push(call);
    const given = await answer(call);
    if (given === 'silence') return () => undefined;
    if (given === 'reset') return (res) => res.destroy();
    if ('body' in given) {
      return (res) => res.writeHead(200, { 'content-type': 'application/json' }).end(given.body);
    }
    if ('status' in given) return { status: given.status, json: { error: { message: 'no' } } };
    const data = given.vectors.map((embedding, index) => ({ index, embedding }));
    return { status: 200, json: { data, usage: { total_tokens: 3 * call.input.length } } };
  });
  return {
    url: `${stub.url}/v1`,
    calls,
    /** Sets the responses; the default is {@link meaningOf}. */
    answer: (by: typeof answer) => {
      answer = by;
    },
    close: stub.close,
  };
};
