import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type AnsweredQuiz, answering, openQuizRoom } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, db } = room;

/** A reader; `given` has the chosen option of each question by position, null without an answer. */
interface Reader {
  email: string;
  client: Awaited<ReturnType<typeof room.aReader>>['client'];
  given?: (number | null)[];
  hasRead: boolean;
}

/** A question: every text that each option ever had, latest last, and the options that count as right. */
interface Question {
  id: string;
  texts: string[][];
  right: Set<number>;
  isAnnulled: boolean;
}

const aModel = async () => {
  const quiz = await room.aQuiz();
  const readers: Reader[] = [];
  for (let n = 0; n < 4; n += 1) readers.push({ ...(await room.aReader()), hasRead: false });
  const questions = quiz.questions.map(({ id, options, correctAnswer }): Question => {
    const texts = options.map((text) => [text]);
    return { id, texts, right: new Set([options.indexOf(correctAnswer)]), isAnnulled: false };
  });
  return { quiz, readers, questions };
};
type Model = Awaited<ReturnType<typeof aModel>>;

const isRight = ({ isAnnulled, right }: Question, at: number | null) =>
  isAnnulled || (at !== null && right.has(at));
const scoreOf = ({ questions }: Model, given: Reader['given'] = []) =>
  given.filter((at, n) => isRight(questions[n] as Question, at)).length;
const stateOf = (model: Model) =>
  model.readers.map(({ given, hasRead }) => {
    const score = scoreOf(model, given);
    const passed = given !== undefined && score >= 6;
    return { score, passed, hasDay: hasRead || passed };
  });
const countIn = (states: boolean[]) => states.filter(Boolean).length;

const step = fc.record({
  what: fc.constantFrom('submit', 'submit', 'read', 'correct', 'rename', 'annul'),
  reader: fc.nat(3),
  question: fc.nat(1),
  option: fc.nat(3),
  /** Which of the texts that an option had the reader loaded. */
  loaded: fc.nat(2),
  right: fc.integer({ min: 4, max: 7 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const submit = async ({ quiz, readers, questions }: Model, how: Step) => {
  const reader = readers[how.reader];
  if (!reader || reader.given) return;
  // The two questions that are corrected: one gets an option, the other the next option or none.
  const chosen = (n: number) => {
    if (n !== how.question) return how.loaded === 0 ? null : (how.option + 1) % 4;
    return how.option;
  };
  const others = answering(quiz, how.right + 2);
  reader.given = questions.map((_, n) => {
    if (n < 2) return chosen(n);
    return quiz.questions[n]?.options.indexOf(others[n]?.answer ?? '') ?? null;
  });
  const answers = reader.given.flatMap((at, n) => {
    const { id: fieldId = '', texts = [] } = questions[n] ?? {};
    const known = texts[at ?? -1] ?? [];
    const answer = known[how.loaded % known.length];
    return answer === undefined ? [] : [{ fieldId, answer }];
  });
  const response = await reader.client.submitQuiz({ body: { quizId: quiz.id, answers } });
  expect(response.status).toBe(200);
};

const correct = async (model: Model, { what, ...how }: Step) => {
  const question = model.questions[how.question] as Question;
  const before = stateOf(model);
  const correction: Omit<Parameters<typeof admin.quiz.correct.mutate>[0], 'id' | 'questionId'> = {};
  const latest = (at: number) => question.texts[at]?.at(-1) ?? '';
  if (what === 'annul') {
    correction.annul = true;
    question.isAnnulled = true;
  } else if (what === 'rename') {
    const renamed = `${latest(how.option)}!`;
    correction.options = [0, 1, 2, 3].map((at) => (at === how.option ? renamed : latest(at)));
    question.texts[how.option]?.push(renamed);
  } else {
    correction.correctAnswer = latest(how.option);
    question.right.add(how.option);
  }
  const after = stateOf(model);
  const expected = {
    regraded: countIn(after.map(({ score }, n) => score !== before[n]?.score)),
    passed: countIn(after.map(({ passed }, n) => passed !== before[n]?.passed)),
    days: countIn(after.map(({ hasDay }, n) => hasDay !== before[n]?.hasDay)),
  };
  const change = { id: model.quiz.id, questionId: question.id, ...correction };
  expect(await admin.quiz.correct.mutate({ ...change, dryRun: true })).toEqual(expected);
  expect(await admin.quiz.correct.mutate(change)).toEqual(expected);
};

const read = async ({ readers, quiz }: Model, how: Step) => {
  const reader = readers[how.reader];
  if (!reader) return;
  await admin.streaks.recordReading.mutate({ email: reader.email, at: quiz.quizDate });
  reader.hasRead = true;
};

/** Compares attempts and days in the database, and what readers and editors see, with the model. */
const compare = async (model: Model): Promise<void> => {
  const { quiz, readers, questions } = model;
  const states = stateOf(model);
  for (const [n, { email, client, given }] of readers.entries()) {
    const { score = 0, passed = false, hasDay = false } = states[n] ?? {};
    const stored = await db
      .selectFrom('quiz_attempts')
      .select(['correct_answers', 'passed'])
      .where('quiz_id', '=', quiz.id)
      .where('email', '=', email)
      .executeTakeFirst();
    expect(stored).toEqual(given && { correct_answers: score, passed });
    expect((await room.streakOf(email))?.currentStreak ?? 0).toBe(hasDay ? 1 : 0);
    if (!given) continue;
    const { body, status } = await client.getQuizResult({ params: { id: quiz.id } });
    if (status !== 200) throw new Error(`status ${status}`);
    expect(body.data).toMatchObject({ correctAnswers: score, passed });
    expect(body.data.details.map(({ userAnswer, isCorrect }) => [userAnswer, isCorrect])).toEqual(
      questions.map((question, at) => {
        const option = given[at] ?? null;
        return [question.texts[option ?? -1]?.at(-1) ?? '', isRight(question, option)];
      }),
    );
  }
  const answered = readers.flatMap(({ given }) => (given ? [given] : []));
  const shown = await admin.quiz.statistics.query({ id: quiz.id });
  expect(shown.questions.map(({ options }) => options.map(({ chosen }) => chosen))).toEqual(
    questions.map((_, n) =>
      [0, 1, 2, 3].map((at) => countIn(answered.map((one) => one[n] === at))),
    ),
  );
  expect(shown.questions.map(({ correctRate }) => correctRate)).toEqual(
    questions.map((question, n) => {
      const right = countIn(answered.map((given) => isRight(question, given[n] ?? null)));
      return answered.length === 0 ? 0 : right / answered.length;
    }),
  );
};

it('corrections, annulments and mended options regrade exactly, and their previews say how', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 8, maxLength: 14 }),
    async (steps) => {
      const model = await aModel();
      // Three readers answer first: with the right option, or with the one that the first step names.
      const right = model.quiz.questions[0]?.options.indexOf(model.quiz.questions[0].correctAnswer);
      for (const reader of [0, 1, 2]) {
        const [first] = steps;
        if (!first || right === undefined) continue;
        const option = reader === 0 ? first.option : right;
        await submit(model, { ...first, reader, question: 0, option, right: 5 - reader });
      }
      for (const one of steps) {
        if (one.what === 'submit') await submit(model, one);
        else if (one.what === 'read') await read(model, one);
        else await correct(model, one);
      }
      room.clock.now = new Date(room.clock.now.getTime() + 660_000);
      await compare(model);
    },
  );
  await fc.assert(property, { numRuns: 8, endOnFailure: true });
});

const aQuestion = async (): Promise<{ quiz: AnsweredQuiz; id: string; options: string[] }> => {
  const quiz = await room.aQuiz();
  const { id = '', options = [] } = quiz.questions[0] ?? {};
  return { quiz, id, options };
};

it('refuses an option that is called as another one is or was', async () => {
  const { quiz, id: questionId, options } = await aQuestion();
  const [first = '', second = '', ...rest] = options;
  const rename = (...texts: string[]) =>
    admin.quiz.correct.mutate({ id: quiz.id, questionId, options: texts });
  const refused = { data: { code: 'BAD_REQUEST' } };
  await expect(rename(second, first, ...rest)).rejects.toMatchObject(refused);
  await rename(`${first}!`, second, ...rest);
  await expect(rename(`${first}!`, first, ...rest)).rejects.toMatchObject(refused);
  await rename(first, second, ...rest);
  expect((await room.get(quiz.id)).questions[0]?.options).toEqual(options);
});

it('publishes a correction, and records an annulment', async () => {
  const { id: webhook } = await admin.webhooks.create.mutate({
    url: 'https://exemplo.com.br/eventos',
    events: ['quiz.corrected'],
  });
  const { quiz, id: questionId } = await aQuestion();
  const { client } = await room.aReader();
  await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 0) } });
  await admin.quiz.correct.mutate({ id: quiz.id, questionId, annul: true });
  const { data } = await db
    .selectFrom('webhook_deliveries')
    .select('data')
    .where('webhook_id', '=', webhook)
    .executeTakeFirstOrThrow();
  expect(data).toEqual({
    quizId: quiz.id,
    quizDate: quiz.quizDate,
    questionId,
    annulled: true,
    regraded: 1,
    passed: 0,
    days: 0,
  });
  expect((await room.actsOn(quiz.id))[0]).toContainEqual({ field: 'annulled', after: true });
  expect((await room.get(quiz.id)).questions[0]?.annulled).toBe(true);
});
