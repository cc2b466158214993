import { groupings, statuses } from './report.ts';

// Fastify's request and response schemas.

const text = { type: 'string' } as const;
const whole = { type: 'integer' } as const;
const moment = { type: 'string', format: 'date-time' } as const;
const flag = { type: 'boolean' } as const;
const orNull = { type: 'string', nullable: true } as const;

const object = (properties: Record<string, object>) => ({ type: 'object', properties });
const list = (items: object) => ({ type: 'array', items });
const envelope = (data: object, more: Record<string, object> = {}) =>
  object({ success: flag, ...more, data });

const tag = object({
  id: whole,
  name: text,
  color: text,
  isDefault: flag,
  createdAt: moment,
  updatedAt: moment,
});

const entries = list(
  object({
    position: whole,
    displayName: text,
    email: text,
    currentStreak: whole,
    maxStreak: whole,
    lastInteractionDate: orNull,
  }),
);

const point = object({
  periodo: text,
  total: whole,
  abertos: whole,
  emProgresso: whole,
  resolvidos: whole,
  fechados: whole,
});

const question = object({
  id: text,
  question: text,
  type: text,
  position: whole,
  options: list(text),
});

const detail = object({
  fieldId: text,
  question: text,
  userAnswer: text,
  correctAnswer: text,
  isCorrect: flag,
  explanation: text,
});

const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };

const id = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };

export const schemas = {
  listTags: { response: { 200: envelope(list(tag)) } },
  createTag: {
    body: {
      type: 'object',
      required: ['name', 'color'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 60 },
        color: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' },
        isDefault: { type: 'boolean', default: false },
      },
    },
    response: { 201: envelope(tag) },
  },
  globalRanking: {
    response: {
      200: envelope(
        object({
          ranking: entries,
          lastUpdated: moment,
          cacheInfo: object({ cached: flag, ttl: whole }),
        }),
      ),
    },
  },
  groupRanking: {
    response: {
      200: envelope(
        object({
          group: object({
            groupId: text,
            groupName: text,
            description: orNull,
            isPublic: flag,
            ownerEmail: text,
            memberCount: whole,
          }),
          ranking: entries,
          lastUpdated: moment,
        }),
      ),
    },
  },
  report: {
    querystring: {
      type: 'object',
      properties: {
        data_inicio: day,
        data_fim: day,
        main: text,
        status: { type: 'string', enum: statuses },
        agrupar_por: { type: 'string', enum: groupings, default: 'dia' },
      },
    },
    response: {
      200: envelope(
        object({
          serie: list(point),
          periodo: object({ inicio: text, fim: text }),
          agrupamento: text,
        }),
        { cache: object({ hit: flag, age: whole, expiresIn: whole }) },
      ),
    },
  },
  getQuiz: {
    response: {
      200: envelope(
        object({
          id: text,
          title: text,
          description: text,
          quizDate: text,
          minCorrectAnswers: whole,
          questions: list(question),
        }),
      ),
    },
  },
  submitQuiz: {
    body: {
      type: 'object',
      required: ['quizId', 'answers'],
      properties: {
        quizId: { type: 'string', minLength: 1 },
        answers: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            required: ['fieldId', 'answer'],
            properties: { fieldId: text, answer: text },
          },
        },
      },
    },
    response: {
      200: envelope(
        object({
          totalQuestions: whole,
          correctAnswers: whole,
          passed: flag,
          minRequired: whole,
          streakRecovered: flag,
          details: list(detail),
        }),
        { message: text },
      ),
    },
  },
  upload: {
    params: { type: 'object', properties: { id } },
    response: {
      201: envelope(
        object({
          id: whole,
          supportId: whole,
          nomeArquivo: text,
          caminhoArquivo: text,
          tipoArquivo: text,
          tamanhoArquivo: whole,
          createdAt: moment,
        }),
        { message: text },
      ),
    },
  },
  download: { params: { type: 'object', properties: { id } } },
};
