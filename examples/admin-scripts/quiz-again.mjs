import { createInternalClient, isInternalError } from '@leitor/internal';

// Has the model write today's quiz again: a draft becomes another draft, a published quiz another
// quiz. Once a reader has tried the published one it stays, and the script says `quiz-attempted`.
//
//   LEITOR_URL=http://127.0.0.1:3001 LEITOR_TOKEN=… node quiz-again.mjs

const { LEITOR_URL: url = 'http://127.0.0.1:3001', LEITOR_TOKEN: token = '' } = process.env;
// The model takes its time.
const internal = createInternalClient({ url, token, timeoutMs: 300_000 });

/** Today in São Paulo, as `2026-03-10`. */
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format();

try {
  const { items } = await internal.quiz.list.query({ limit: 1, attempts: false });
  const [latest] = items.filter(({ quizDate }) => quizDate === today);
  const isDraft = latest?.status === 'draft' || latest?.status === 'held';
  const { quizId } = isDraft
    ? await internal.quiz.draft.mutate({ overwrite: true })
    : await internal.quiz.generate.mutate({ overwrite: latest !== undefined });
  const { title, status, questions } = await internal.quiz.get.query({ id: quizId });
  console.log(`${title} (${status})`);
  for (const { question, correctAnswer } of questions)
    console.log(`- ${question} ${correctAnswer}`);
} catch (error) {
  if (!isInternalError(error)) throw error;
  console.error(`${error.data?.errorCode ?? 'no response'}: ${error.message}`);
  process.exitCode = 1;
}
