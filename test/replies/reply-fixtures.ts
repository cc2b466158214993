import { type SmtpBehaviour, startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import type { BootOptions } from '../../server/boot.ts';
import { startApp } from '../harness.ts';
import { type ModelAnswer, type ModelCall, startFakeModel } from './fake-model.ts';

/** Options of a batch. */
export interface BatchOptions {
  autor?: string;
  enviar_email?: boolean;
}

/** A reply with enough confidence to be saved. */
export const goodReply: ModelAnswer = {
  html: '<p>Olá! Já reenviamos a edição.</p>',
  confidence: 0.9,
};

/** The service with a fake model and a fake mail server. */
export type ReplyFixture = Awaited<ReturnType<typeof startReplyFixture>>;

/** Starts a reply fixture. */
export const startReplyFixture = async ({
  env = {},
  mail = {},
  ...options
}: {
  env?: Record<string, string>;
  mail?: SmtpBehaviour;
} & BootOptions = {}) => {
  let current: (call: ModelCall) => ModelAnswer | Promise<ModelAnswer> = () => goodReply;
  const model = await startFakeModel((call) => current(call));
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
    internalUrl: app.internalUrl,
    model,
    smtp,
    /** Sets how the model answers; the default is {@link goodReply}. */
    onModelCall: (by: (call: ModelCall) => ModelAnswer | Promise<ModelAnswer>) => {
      current = by;
    },
    openTicket: async (
      fields: { subject?: string; body?: string; email?: string | null; name?: string } = {},
    ) => {
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
    messagesOf: async (id: number) => (await trpc.tickets.get.query({ id })).messages,
    preview: async (support_ids: number[]) => {
      const data = await post({ support_ids, salvar: false });
      if (data.modo !== 'lote_preview') throw new Error(data.modo);
      return data;
    },
    save: async (support_ids: number[], batch: BatchOptions = {}) => {
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
