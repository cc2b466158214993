import { createInternalClient } from '../packages/internal/src/index.ts';
import { startSmtpSandbox } from '../scripts/sandbox/smtp.ts';
import { startFakeModel } from '../test/replies/fake-model.ts';
import { goodReply } from '../test/replies/reply-fixtures.ts';
import { type Benchmark, table } from './benchmark.ts';
import { agent, startConsole } from './console-pages.ts';
import { commandLines, handsOf, measureTask } from './console-tasks.ts';

const refused = 'recusado@exemplo.com.br';
const reviewed = 10;
const assigned = 20;

/** The same day in the console, by keys alone, and by the CLI. */
export const benchmark: Benchmark = {
  title: 'An agent’s day: console and CLI',
  run: async ({ log }) => {
    const model = await startFakeModel(() => goodReply);
    const smtp = await startSmtpSandbox({
      onRecipient: (address) => {
        if (address === refused) throw Object.assign(new Error('nobody'), { responseCode: 550 });
      },
    });
    const started = await startConsole({
      ...model.env,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Atendimento <atendimento@exemplo.com.br>',
      LOW_CONFIDENCE_DRAFTS: 'on',
    });
    try {
      const { internalUrl: url, token } = started;
      const { tickets, quickReplies, replies } = createInternalClient({ url, token });
      const create = async (subject: string, requesterEmail = 'maria@exemplo.com.br') => {
        const fields = { subject, body: 'Bom dia!', main: 'Entrega', requesterEmail };
        return (await tickets.create.mutate(fields)).id;
      };
      const createMany = async (count: number, subject: string) => {
        const ids: number[] = [];
        for (let n = 0; n < count; n += 1) ids.push(await create(`${subject} ${n}`));
        return ids;
      };
      const quick = await quickReplies.create.mutate({
        title: 'Reenvio',
        shortcut: '/reenvio',
        category: 'Entrega',
        content: 'Já reenviamos a edição de hoje.',
      });
      await create('Primeiro');
      const second = await create('Segundo');
      const many = await createMany(assigned, 'Para atribuir');
      const bounced = await create('Endereço errado', refused);
      await tickets.reply.mutate({ id: bounced, html: 'Olá', sendEmail: true, undoSeconds: 0 });
      const ticketIds = await createMany(2 * reviewed, 'Com rascunho');
      await replies.drafts.create.mutate({ ticketIds });
      const { page, context } = await started.open();
      page.on('response', (response) => {
        if (response.status() >= 400) log(`${response.status()} ${response.url()}`);
      });
      const { press, type, keys, command } = handsOf(page);
      const { run, typed } = commandLines({ LEITOR_URL: url, LEITOR_TOKEN: token });
      const seen = (text: string | RegExp) => page.getByText(text).first().waitFor();
      const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
      const box = page.getByRole('textbox', { name: 'Resposta' });
      const dialog = page.getByRole('dialog');
      let mailId = 0;
      const tasks: {
        name: string;
        inConsole: () => Promise<void>;
        byCli: () => Promise<unknown>;
      }[] = [
        {
          name: 'see the queue',
          inConsole: async () => {
            await page.goto('/console/fila');
            await seen('Primeiro');
          },
          byCli: () => run('leitor tickets queue'),
        },
        {
          name: 'read a ticket',
          inConsole: async () => {
            await press('j', 'Enter');
            await heading('Primeiro');
            await page.getByRole('region', { name: 'Conversa' }).getByText('Bom dia!').waitFor();
          },
          byCli: () => run(`leitor tickets get --id ${second}`),
        },
        {
          name: 'answer with a quick reply',
          inConsole: async () => {
            await press('r');
            await page.locator('[role=textbox]:focus').waitFor();
            await press('/');
            await dialog.getByRole('option', { name: 'Reenvio' }).waitFor();
            await press('Enter');
            await box.getByText('Já reenviamos').waitFor();
            await press('Control+Enter');
            await page.getByRole('button', { name: 'Desfazer' }).waitFor();
          },
          byCli: async () => {
            const by = `--quick-reply-id ${quick.id} --send-email --json`;
            ({ mailId } = JSON.parse(await run(`leitor tickets reply --id ${second} ${by}`)));
          },
        },
        {
          name: 'take it back',
          inConsole: async () => {
            await press('Escape', 'z');
            await seen(/não saiu/);
          },
          byCli: () => run(`leitor outbox undo --id ${mailId}`),
        },
        {
          name: 'write a note',
          inConsole: async () => {
            await press('n');
            await dialog.getByRole('textbox').waitFor();
            await type('Já ligamos');
            await press('Control+Enter');
            await page.getByRole('article').getByText('Já ligamos').waitFor();
          },
          byCli: () => run(`leitor tickets add-note --id ${second} --body 'Já ligamos'`),
        },
        {
          name: 'merge two tickets',
          inConsole: async () => {
            await command('mescl');
            await dialog.getByLabel('Número do chamado que fica').waitFor();
            await type(String(second));
            await seen(/registros passam/);
            await press('Enter');
            await heading('Segundo');
          },
          byCli: async () => {
            const line = `leitor tickets merge --from-id ${many[0]} --into-id ${many[1]}`;
            const { total } = JSON.parse(await run(`${line} --json`));
            await run(`${line} --expected ${total}`);
          },
        },
        {
          name: `assign ${assigned}`,
          inConsole: async () => {
            await command('ir para fila');
            await heading('Fila');
            await seen('Para atribuir 0');
            await press('j', 'j', 'x', ...Array.from({ length: assigned - 1 }, () => 'j'));
            await press('Shift+X');
            await seen(`${assigned} selecionados`);
            await press('a');
            await dialog.getByRole('option', { name: 'Assumir' }).waitFor();
            await press('Enter');
            await seen(`Isto muda ${assigned} chamados`);
            await press('Tab', 'Enter');
            await seen(`${assigned} chamados mudaram`);
          },
          byCli: () => {
            const ids = ticketIds.map((id) => `--ids ${id}`).join(' ');
            return run(`leitor tickets assign ${ids} --agent-email ${agent.email}`);
          },
        },
        {
          name: `review ${reviewed} drafts`,
          inConsole: async () => {
            await command('ir para rasc');
            await heading('Rascunhos');
            await seen('Com rascunho');
            await press('j');
            for (let left = reviewed; left > 0; left -= 1) {
              await box.getByText('Já reenviamos').waitFor();
              const before = page.url();
              await press('Control+Enter');
              await page.waitForURL(({ href }) => href !== before);
            }
          },
          byCli: async () => {
            const list = await run('leitor replies drafts list --status pending --json');
            const { items }: { items: { id: number }[] } = JSON.parse(list);
            for (const { id } of items) {
              await run(`leitor replies drafts get --id ${id}`);
              await run(`leitor replies drafts approve --id ${id} --send-email`);
            }
          },
        },
        {
          name: 'find the refused mail',
          inConsole: async () => {
            await command('ir para fila');
            await heading('Fila');
            await press('/');
            await type(refused);
            await page
              .getByRole('link', { name: 'Endereço errado' })
              .getByText('E-mail não saiu')
              .waitFor();
          },
          byCli: () => run(`leitor tickets list --search ${refused}`),
        },
      ];
      const inConsole: string[][] = [];
      for (const task of tasks) {
        inConsole.push(await measureTask(task.inConsole, keys));
        log(`${task.name}: ${inConsole.at(-1)?.join(' ')}`);
      }
      await context.close();
      const rows: string[][] = [];
      for (const [n, task] of tasks.entries()) {
        rows.push([task.name, ...(inConsole[n] ?? []), ...(await measureTask(task.byCli, typed))]);
        log(rows.at(-1)?.join(' ') ?? '');
      }
      return [
        'By the keyboard alone, without pauses for reading and typing; each command of the CLI is a process. The console opens cold in the first task.',
        table(['task', 'console: keys', 'seconds', 'CLI: characters', 'seconds'], rows),
      ].join('\n\n');
    } finally {
      await started.stop();
      await model.close();
      await smtp.close();
    }
  },
};
