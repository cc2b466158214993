import { z } from 'zod';
import type { LanguageModel } from '../server/clients/llm.ts';

// A model that judges what another one wrote, by fixed rubrics. A judge that gives no valid answer
// gives none: the case has no value in its measures.

const attemptMs = 60_000;
const maxOutputTokens = 4_000;
const options = ['A', 'B', 'C', 'D'] as const;

const verdict = z.object({
  claims: z.array(z.object({ claim: z.string(), supported: z.enum(['yes', 'no']) })),
  resolves: z.number(),
});
const rightOptions = z.object({ right: z.array(z.enum(options)) });
const guess = z.object({ option: z.enum(options) });

/** A judge. Methods return undefined if it gives no valid answer. */
export interface Judge {
  /**
   * The share of a reply's claims that its material supports (1 without claims), and how far the
   * reply resolves the case, 0 to 1.
   */
  reply: (
    material: string,
    reply: string,
  ) => Promise<{ supported: number; resolves: number } | undefined>;
  /** Which options of a question are right by an edition, from 0. */
  rightOptions: (edition: string, question: JudgedQuestion) => Promise<number[] | undefined>;
  /** Which option it takes without the edition, from 0. */
  guess: (question: JudgedQuestion) => Promise<number | undefined>;
}

/** A question with its options. */
export interface JudgedQuestion {
  question: string;
  options: readonly string[];
}

const listed = ({ question, options: texts }: JudgedQuestion): string =>
  [question, ...texts.map((text, index) => `${options[index] ?? '?'}) ${text}`)].join('\n');

/** The judge that asks a model. */
export const createJudge = (llm: LanguageModel): Judge => {
  const ask = async <T>(
    instructions: string,
    text: string,
    answer: { name: string; schema: z.ZodType<T> },
  ): Promise<T | undefined> => {
    const request = { instructions, material: { label: 'caso', text }, answer, maxOutputTokens };
    return llm
      .ask({ ...request, attemptMs, signal: AbortSignal.timeout(2 * attemptMs) })
      .catch(() => undefined);
  };
  return {
    reply: async (material, reply) => {
      const judged = await ask(
        'Você avalia respostas de atendimento. "material" é tudo o que se sabe; "resposta" é o que se quer enviar. Em claims, liste cada afirmação de fato, prazo, valor, política, link ou ação feita que está na resposta, e em supported diga se o material a sustenta. Cumprimentos e perguntas não são afirmações. Em resolves, diga de 0 a 1 o quanto a resposta resolve o caso sem prometer o que o material não permite.',
        JSON.stringify({ material, resposta: reply }),
        { name: 'judge_reply', schema: verdict },
      );
      if (!judged || judged.resolves < 0 || judged.resolves > 1) return undefined;
      const { claims, resolves } = judged;
      const supported = claims.filter((claim) => claim.supported === 'yes').length;
      return { supported: claims.length === 0 ? 1 : supported / claims.length, resolves };
    },
    rightOptions: async (edition, question) => {
      const judged = await ask(
        'Você confere um quiz sobre uma edição de newsletter. Usando somente o texto da edição, liste em right todas as opções que respondem corretamente à pergunta. Se a edição não permite responder, deixe right vazio.',
        JSON.stringify({ edicao: edition, pergunta: listed(question) }),
        { name: 'judge_options', schema: rightOptions },
      );
      return judged && [...new Set(judged.right)].map((option) => options.indexOf(option));
    },
    guess: async (question) => {
      const judged = await ask(
        'Escolha a opção que parece mais provável. Você não tem o texto de que a pergunta trata.',
        JSON.stringify({ pergunta: listed(question) }),
        { name: 'judge_guess', schema: guess },
      );
      return judged && options.indexOf(judged.option);
    },
  };
};
