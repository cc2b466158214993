import type { BatchPreview, BatchSave } from '../../contract/index.ts';
import {
  type SmtpBehaviour,
  type SmtpSandbox,
  startSmtpSandbox,
} from '../../scripts/sandbox/smtp.ts';
import type { BootOptions } from '../../server/boot.ts';
import { startApp, type TestApp } from '../harness.ts';
import { type ModelAnswer, type ModelCall, startModel, type TestModel } from './model.ts';

/** What a batch may ask for beside its tickets. */
export interface BatchOptions {
  autor?: string;
  enviar_email?: boolean;
}

/** A support desk: the service with a model and a mail server that a test decides on. */
export interface Desk {
  app: TestApp;
  model: TestModel;
  smtp: SmtpSandbox;
  /** How the model answers from now on; at first with {@link goodReply}. */
  answer: (by: (call: ModelCall) => ModelAnswer | Promise<ModelAnswer>) => void;
  openTicket: (fields?: {
    subject?: string;
    body?: string;
    email?: string | null;
    name?: string;
  }) => Promise<number>;
  messagesOf: (
    ticket: number,
  ) => Promise<{ id: number; author: string; origin: string; body: string }[]>;
  preview: (tickets: number[]) => Promise<BatchPreview>;
  save: (tickets: number[], options?: BatchOptions) => Promise<BatchSave>;
  close: () => Promise<void>;
}

/** A reply that is sure enough to be saved. */
export const goodReply: ModelAnswer = {
  html: '<p>Olá! Já reenviamos a edição.</p>',
  confidence: 0.9,
};

/** Opens a desk. */
export const openDesk = async ({
  env = {},
  mail = {},
  ...options
}: { env?: Record<string, string>; mail?: SmtpBehaviour } & BootOptions = {}): Promise<Desk> => {
  let current: (call: ModelCall) => ModelAnswer | Promise<ModelAnswer> = () => goodReply;
  const model = await startModel((call) => current(call));
  const smtp = await startSmtpSandbox(mail);
  const app = await startApp(
    {
      ...model.env,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Atendimento <atendimento@exemplo.com.br>',
      ...env,
    },
    options,
  );
  const trpc = await app.trpc();
  const client = await app.client();

  const post = async (body: { support_ids: number[]; salvar: boolean } & BatchOptions) => {
    const { status, body: answered } = await client.createBatchReplies({ body });
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(answered)}`);
    return answered.data;
  };

  return {
    app,
    model,
    smtp,
    answer: (by) => {
      current = by;
    },
    openTicket: async (fields = {}) => {
      const email =
        fields.email === undefined ? `${crypto.randomUUID()}@exemplo.com.br` : fields.email;
      const { id } = await trpc.tickets.create.mutate({
        subject: fields.subject ?? 'Não recebi a edição',
        body: fields.body ?? 'Bom dia! A edição de hoje não chegou.',
        main: 'Entrega',
        ...(fields.name && { requesterName: fields.name }),
        ...(email && { requesterEmail: email }),
      });
      return id;
    },
    messagesOf: async (id) => (await trpc.tickets.get.query({ id })).messages,
    preview: async (support_ids) => {
      const data = await post({ support_ids, salvar: false });
      if (data.modo !== 'lote_preview') throw new Error(data.modo);
      return data;
    },
    save: async (support_ids, batch = {}) => {
      const data = await post({ support_ids, salvar: true, ...batch });
      if (data.modo !== 'lote_com_salvamento') throw new Error(data.modo);
      return data;
    },
    close: async () => {
      await app.close();
      await model.close();
      await smtp.close();
    },
  };
};
