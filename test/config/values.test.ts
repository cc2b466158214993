import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';

const everything = {
  NODE_ENV: 'production',
  HOST: '10.0.0.5',
  PORT: '8080',
  INTERNAL_HOST: '10.0.0.6',
  INTERNAL_PORT: '8081',
  INTERNAL_ALLOWED_HOSTS: 'a.exemplo.com.br, b.exemplo.com.br',
  PUBLIC_URL: 'https://api.exemplo.com.br/',
  STREAKS_PUBLIC_URL: 'https://streaks.exemplo.com.br/v1//',
  DATA_DIR: '/dados',
  DATABASE_URL: 'postgres://db/leitor',
  DATABASE_READ_URL: 'postgres://r1/leitor,postgresql://r2/leitor',
  DATABASE_POOL: '25',
  PROCESSES: '3',
  STORAGE_URL: 's3://balde',
  REDIS_URL: 'rediss://cache',
  AUTH_JWKS_URL: 'https://conta.exemplo.com.br/keys',
  AUTH_ISSUER: 'https://conta.exemplo.com.br',
  AUTH_AUDIENCE: 'leitor',
  AUTH_MAX_TOKEN_AGE: '8h',
  AUTH_ROLES_CLAIM: 'papeis',
  AUTH_DEFAULT_ROLE: 'agent',
  QUIZ_REVIEW_AT: '09:45',
  QUIZ_ALERT_TO: 'Editora@Exemplo.com.br',
  QUIZ_GENERATE_AUTH: 'open',
  OPENAI_API_KEY: 'chave',
  OPENAI_BASE_URL: 'https://modelo.exemplo.com.br/v1',
  OPENAI_MODEL: 'modelo',
  MODEL_MAX_OUTPUT_TOKENS: '500',
  MODEL_TOKENS_PER_DAY: '7000',
  EMBEDDINGS_MODEL: 'vetores',
  EMBEDDINGS_BASE_URL: 'https://vetores.exemplo.com.br',
  EMBEDDINGS_API_KEY: 'outra chave',
  EMBEDDINGS_DIMENSIONS: '64',
  BEEHIIV_API_KEY: 'terceira chave',
  BEEHIIV_PUBLICATION_ID: 'pub_1',
  BEEHIIV_BASE_URL: 'https://jornal.exemplo.com.br',
  BEEHIIV_WEBHOOK_SECRET: 'w'.repeat(24),
  QUIZ_TRIGGER: 'edition',
  SMTP_URL: 'smtps://ana:senha@mail',
  MAIL_FROM: 'Leitor <ajuda@exemplo.com.br>',
  MAIL: 'off',
  SUMMARY_MAIL_TO: 'dona@exemplo.com.br',
  MAIL_PER_HOUR: '77',
  REMINDER_AT: '20:30',
  REMINDER_PER_SECOND: '9',
  IMAP_URL: 'imaps://ana%40exemplo:s%2Fenha@[::1]/Caixa%20de%20entrada',
  MAIL_REPLY_TO: 'Respostas@Exemplo.com.br',
  INBOUND_CLOSED: 'new-ticket',
  INBOUND_FORM_SENDERS: 'site@exemplo.com.br',
  RETENTION_AUDIT_DAYS: '1',
  RETENTION_ATTEMPTS_DAYS: '2',
  RETENTION_MAILS_DAYS: '3',
  RETENTION_INBOUND_DAYS: '4',
  RETENTION_TICKETS_DAYS: '5',
  RETENTION_WEBHOOKS_DAYS: '6',
  ATTACHMENTS_PER_TICKET: '8',
  ATTACHMENT_BYTES_PER_PERSON_PER_DAY: '9',
  SCAN_URL: 'clamd://[::1]',
  AUTO_REPLY_MIN_CONFIDENCE: '0.5',
  LOW_CONFIDENCE_DRAFTS: 'on',
  REPLY_LINK_HOSTS: 'Exemplo.com.br, outro.exemplo.com.br',
  SANDBOX: 'off',
  SEED_DEMO: '0',
  RATE_LIMIT: 'off',
  LOAD_SHEDDING: 'on',
  SHUTDOWN_DELAY: '2.5',
  TRUST_PROXY: '2',
  CORS_ORIGINS: 'https://painel.exemplo.com.br',
  LOG_LEVEL: 'warn',
};

describe('the configuration', () => {
  it('holds each variable where it belongs', () => {
    expect(parseConfig(everything)).toEqual({
      warnings: [],
      environment: 'production',
      listen: { host: '10.0.0.5', port: 8_080 },
      internalListen: { host: '10.0.0.6', port: 8_081 },
      internalHosts: ['a.exemplo.com.br', 'b.exemplo.com.br'],
      publicUrl: 'https://api.exemplo.com.br',
      streaksPublicUrl: 'https://streaks.exemplo.com.br/v1',
      dataDirectory: '/dados',
      database: {
        url: 'postgres://db/leitor',
        poolSize: 25,
        readUrls: ['postgres://r1/leitor', 'postgresql://r2/leitor'],
      },
      redisUrl: 'rediss://cache',
      storage: { bucket: 'balde', prefix: '', endpoint: undefined, region: 'us-east-1' },
      auth: {
        keys: { jwksUrl: 'https://conta.exemplo.com.br/keys' },
        previousSecrets: [],
        maxTokenAgeMs: 28_800_000,
        issuer: 'https://conta.exemplo.com.br',
        audience: 'leitor',
        rolesClaim: 'papeis',
        defaultRole: 'agent',
      },
      quizReviewAt: { hour: 9, minute: 45 },
      quizAlertTo: ['editora@exemplo.com.br'],
      quizGenerateAuth: 'open',
      llm: {
        apiKey: 'chave',
        baseUrl: 'https://modelo.exemplo.com.br/v1',
        model: 'modelo',
        maxOutputTokens: 500,
      },
      modelTokensPerDay: 7_000,
      embeddings: {
        apiKey: 'outra chave',
        baseUrl: 'https://vetores.exemplo.com.br',
        model: 'vetores',
        shortenTo: 64,
      },
      newsletter: {
        apiKey: 'terceira chave',
        publicationId: 'pub_1',
        baseUrl: 'https://jornal.exemplo.com.br',
      },
      newsletterEvents: { secrets: ['w'.repeat(24)], quizTrigger: 'edition' },
      mail: {
        url: 'smtps://ana:senha@mail',
        requireTls: true,
        from: 'Leitor <ajuda@exemplo.com.br>',
        perHour: 77,
        paused: true,
      },
      summaryMailTo: ['dona@exemplo.com.br'],
      reminders: { at: { hour: 20, minute: 30 }, perSecond: 9 },
      inbound: {
        mailbox: {
          host: '::1',
          port: 993,
          secure: true,
          user: 'ana@exemplo',
          password: 's/enha',
          folder: 'Caixa de entrada',
          requireTls: true,
        },
        replyTo: 'respostas@exemplo.com.br',
        ownAddresses: ['ajuda@exemplo.com.br', 'respostas@exemplo.com.br', 'ana@exemplo'],
        closedTickets: 'new-ticket',
        formSenders: ['site@exemplo.com.br'],
      },
      retentionDays: { audit: 1, attempts: 2, mails: 3, inbound: 4, tickets: 5, webhooks: 6 },
      attachments: { perTicket: 8, bytesPerPersonPerDay: 9, scanner: { host: '::1', port: 3_310 } },
      replies: {
        minConfidence: 0.5,
        linkHosts: ['exemplo.com.br', 'outro.exemplo.com.br'],
        draftLowConfidence: true,
      },
      webhooks: { addresses: 'public' },
      sandbox: false,
      seedDemo: false,
      processes: 3,
      rateLimit: false,
      loadShedding: true,
      shutdownDelayMs: 2_500,
      trustProxy: 2,
      corsOrigins: ['https://painel.exemplo.com.br'],
      logLevel: 'warn',
      tracing: undefined,
    });
  });

  it('leaves out what is not configured', () => {
    expect(parseConfig({ PUBLIC_URL: '', RETENTION_AUDIT_DAYS: '' })).toMatchObject({
      environment: 'development',
      database: undefined,
      mail: undefined,
      listen: { host: '127.0.0.1', port: 3_000 },
      internalListen: { host: '127.0.0.1', port: 3_001 },
      dataDirectory: '.data',
      storage: { directory: '.data/files' },
      auth: {
        rolesClaim: 'roles',
        defaultRole: 'reader',
      },
      quizGenerateAuth: 'local',
      newsletterEvents: { secrets: [], quizTrigger: 'noon' },
      inbound: {
        closedTickets: 'reopen',
      },
      retentionDays: {
        inbound: 90,
        webhooks: 30,
      },
      attachments: {
        perTicket: 200,
        bytesPerPersonPerDay: 209_715_200,
      },
      replies: { minConfidence: 0.7, linkHosts: [], draftLowConfidence: false },
      webhooks: { addresses: 'public' },
      sandbox: true,
      seedDemo: true,
      rateLimit: true,
      loadShedding: false,
      shutdownDelayMs: 0,
      logLevel: 'info',
    });
  });

  it('has defaults that depend on other variables', () => {
    const on = parseConfig({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://db/leitor',
      AUTH_JWT_SECRET: 's'.repeat(32),
      AUTH_JWT_PREVIOUS_SECRETS: `${'o'.repeat(32)},${'p'.repeat(32)}`,
      PUBLIC_URL: 'https://api.exemplo.com.br',
      OPENAI_API_KEY: 'chave',
      OPENAI_BASE_URL: 'https://modelo.exemplo.com.br',
      EMBEDDINGS_MODEL: 'vetores',
      SMTP_URL: 'smtp://mail',
      MAIL_FROM: 'ajuda@exemplo.com.br',
      BEEHIIV_API_KEY: 'chave',
      BEEHIIV_PUBLICATION_ID: 'pub_1',
    });
    expect(on).toMatchObject({
      streaksPublicUrl: 'https://api.exemplo.com.br',
      database: { readUrls: [] },
      auth: { previousSecrets: ['o'.repeat(32), 'p'.repeat(32)] },
      llm: { model: 'gpt-5.4-mini', maxOutputTokens: undefined },
      newsletter: { baseUrl: 'https://api.beehiiv.com/v2' },
      embeddings: { apiKey: 'chave', baseUrl: 'https://modelo.exemplo.com.br' },
      mail: { paused: false, perHour: 1_000 },
      sandbox: false,
      seedDemo: false,
    });
    const local = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'ajuda@exemplo.com.br' };
    expect(parseConfig({ ...local, IMAP_URL: 'imaps://ana:s@mail' }).inbound.ownAddresses).toEqual([
      'ajuda@exemplo.com.br',
    ]);
    const listed = { CORS_ORIGINS: 'https://a.exemplo.com.br,, https://b.exemplo.com.br ,' };
    expect(parseConfig(listed).corsOrigins).toEqual([
      'https://a.exemplo.com.br',
      'https://b.exemplo.com.br',
    ]);
    const free = { EMBEDDINGS_MODEL: 'vetores', EMBEDDINGS_BASE_URL: 'http://aqui' };
    expect(parseConfig(free).embeddings?.apiKey).toBe('none');
    expect(parseConfig({ SEED_DEMO: '0' }).seedDemo).toBe(false);
    expect(parseConfig({ SEED_DEMO: '1', DATABASE_URL: 'postgres://a/leitor' }).seedDemo).toBe(
      true,
    );
    expect(parseConfig({ ...everything, SHUTDOWN_DELAY: '' }).shutdownDelayMs).toBe(5_000);
    const production = { ...everything, QUIZ_GENERATE_AUTH: '', PUBLIC_URL: 'http://localhost' };
    expect(parseConfig(production).quizGenerateAuth).toBe('admin');
  });
});

const bounds: Record<string, [lowest: string, highest: string, beyond: string]> = {
  PORT: ['0', '65535', '65536'],
  INTERNAL_PORT: ['0', '65535', '65536'],
  PROCESSES: ['1', '99', '100'],
  DATABASE_POOL: ['1', '1000', '1001'],
  MODEL_MAX_OUTPUT_TOKENS: ['100', '1000000', '1000001'],
  MODEL_TOKENS_PER_DAY: ['1', '1000000000000', '1000000000001'],
  EMBEDDINGS_DIMENSIONS: ['8', '4000', '4001'],
  MAIL_PER_HOUR: ['1', '1000000', '1000001'],
  ATTACHMENTS_PER_TICKET: ['1', '1000000', '1000001'],
  ATTACHMENT_BYTES_PER_PERSON_PER_DAY: ['1', '9007199254740991', '9007199254740993'],
  AUTO_REPLY_MIN_CONFIDENCE: ['0', '1', '1.01'],
  SHUTDOWN_DELAY: ['0', '60', '60.1'],
  OTEL_TRACES_SAMPLER_ARG: ['0', '1', '1.01'],
  ...Object.fromEntries(
    ['AUDIT', 'ATTEMPTS', 'MAILS', 'INBOUND', 'TICKETS', 'WEBHOOKS'].map((kind) => [
      `RETENTION_${kind}_DAYS`,
      ['1', '36500', '36501'],
    ]),
  ),
};
describe('a variable', () => {
  it.each(Object.entries(bounds))('%s may be from and to %j', (name, [lowest, highest, beyond]) => {
    for (const value of [lowest, highest])
      expect(() => parseConfig({ ...everything, [name]: value }), value).not.toThrow();
    for (const value of ['-1', String(Number(lowest) - 1), beyond])
      expect(() => parseConfig({ ...everything, [name]: value }), value).toThrow(
        new RegExp(`^${name}: `),
      );
  });
});
