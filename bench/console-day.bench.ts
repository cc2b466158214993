import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { createInternalClient } from '../packages/internal/src/index.ts';
import { startSmtpSandbox } from '../scripts/sandbox/smtp.ts';
import { startFakeModel } from '../test/replies/fake-model.ts';
import { goodReply } from '../test/replies/reply-fixtures.ts';
import { type Benchmark, table } from './benchmark.ts';
import { agent, startConsole } from './console-pages.ts';

const refused = 'recusado@exemplo.com.br';
const reviewed = 10;
const assigned = 20;

/** A page by its keyboard, and how many keys were pressed. */
const keyboardOf = (page: Page) => {
  let pressed = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    pressed += keys.length;
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    pressed += text.length;
  };
  return {
    press,
    type,
    pressed: () => pressed,
    /** Does what the palette finds by a part of its name. */
    command: async (name: string) => {
      await press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await type(name);
      await press('Enter');
    },
  };
};

/** Runs command lines of the CLI, each in a process of its own, and counts their characters. */
const commandLines = (env: Record<string, string>) => {
  let typed = 0;
  return {
    typed: () => typed,
    run: async (line: string): Promise<string> => {
      typed += line.length + 1;
      const script = `leitor() { "${process.execPath}" packages/cli/main.ts "$@"; }; ${line}`;
      const options = { env: { ...process.env, ...env } };
      return (await promisify(execFile)('bash', ['-ec', script], options)).stdout;
    },
  };
};

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
      const { press, type, pressed, command } = keyboardOf(page);
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
            await press('Enter');
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
      const measure = async (work: () => Promise<unknown>, count: () => number) => {
        const [before, began] = [count(), performance.now()];
        await work();
        return [String(count() - before), ((performance.now() - began) / 1_000).toFixed(1)];
      };
      const inConsole: string[][] = [];
      for (const task of tasks) {
        inConsole.push(await measure(task.inConsole, pressed));
        log(`${task.name}: ${inConsole.at(-1)?.join(' ')}`);
      }
      await context.close();
      const rows: string[][] = [];
      for (const [n, task] of tasks.entries()) {
        rows.push([task.name, ...(inConsole[n] ?? []), ...(await measure(task.byCli, typed))]);
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
