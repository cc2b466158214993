import { createInternalClient } from '../packages/internal/src/index.ts';
import { startSandboxModel } from '../scripts/sandbox/model.ts';
import { startSandboxNewsletter } from '../scripts/sandbox/newsletter.ts';
import { type Benchmark, table } from './benchmark.ts';
import { startConsole, tokenOf } from './console-pages.ts';
import { commandLines, handsOf, measureTask } from './console-tasks.ts';

const editor = { email: 'editora@exemplo.com.br', name: 'Editora', role: 'editor' } as const;
const readers = 10;
const texts = { second: 'Em que dia é a próxima reunião?', third: 'E o que abriu em Recife?' };
const reason = 'falta conferir';

type Started = Awaited<ReturnType<typeof startConsole>>;

/** What an editor does in the morning, in order; the readers' attempts are between `publish` and `correct`. */
interface Morning {
  draft: () => Promise<unknown>;
  'edit a question': () => Promise<unknown>;
  'edit another': () => Promise<unknown>;
  hold: () => Promise<unknown>;
  publish: () => Promise<unknown>;
  'correct after attempts': () => Promise<unknown>;
}
type Task = keyof Morning;

/** Today's quiz as the service has it. */
const todaysQuiz = async ({ internalUrl: url, token }: Started) => {
  const { quiz } = createInternalClient({ url, token });
  const [listed] = (await quiz.list.query({ attempts: false })).items;
  if (!listed) throw new Error('there is no quiz');
  return quiz.get.query({ id: listed.id });
};

/** Readers answer as the edition says, but for the second question. Returns what they answered there. */
const attempt = async (started: Started): Promise<string> => {
  const { id, questions } = await todaysQuiz(started);
  const second = questions[1];
  const other = second?.options.find((option) => option !== second.correctAnswer) ?? '';
  const answers = questions.map((question, at) => ({
    fieldId: question.id,
    answer: at === 1 ? other : question.correctAnswer,
  }));
  for (let n = 0; n < readers; n += 1) {
    const token = await tokenOf(`leitora-${n}@exemplo.com.br`, 'reader');
    const response = await fetch(`${started.service.url}/quiz/submit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ quizId: id, answers }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }
  return other;
};

/** A morning in the console, by keys or by clicks. */
const inConsole = async (started: Started, way: 'keyboard' | 'mouse') => {
  const { page } = await started.open();
  const hands = handsOf(page);
  const { press, type, click, choose } = hands;
  const byKeys = way === 'keyboard';
  const seen = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const card = (n: number) => page.getByRole('article', { name: `Pergunta ${n}`, exact: true });
  const saveAs = async (n: number, text: string) => {
    const box = card(n).getByRole('textbox', { name: 'Pergunta' });
    if (byKeys) await press('Enter', 'Control+a');
    else await click(box, 3);
    await type(text);
    await seen('Há mudanças');
    if (byKeys) await press('Control+Enter');
    else await click(button('Salvar'));
    await page.getByText('Há mudanças').waitFor({ state: 'detached' });
  };
  const morning: Morning = {
    draft: async () => {
      await page.goto('/console/quiz');
      await button('Gerar rascunho').waitFor();
      if (byKeys) await press('g');
      else await click(button('Gerar rascunho'));
      await seen('Pergunta 10');
    },
    'edit a question': async () => {
      if (byKeys) await press('j', 'j');
      await saveAs(2, texts.second);
    },
    'edit another': async () => {
      if (byKeys) await press('Escape', 'j');
      await saveAs(3, texts.third);
    },
    hold: async () => {
      if (byKeys) await press('Escape', 'h');
      else await click(button('Reter'));
      await dialog.getByRole('textbox', { name: 'Motivo' }).waitFor();
      await type(reason);
      if (byKeys) await press('Enter');
      else await click(dialog.getByRole('button', { name: 'Reter' }));
      await seen(`Não sai ao meio-dia: ${reason}`);
    },
    publish: async () => {
      if (byKeys) await press('p');
      else await click(button('Publicar'));
      await dialog.waitFor();
      if (byKeys) await press('Tab', 'Enter');
      else await click(dialog.getByRole('button', { name: 'Publicar' }));
      await seen('Quiz publicado.');
    },
    'correct after attempts': async () => {
      await page.reload();
      await card(2).waitFor();
      if (byKeys) await press('j', 'j', 'c');
      else await click(card(2).getByRole('button', { name: 'Corrigir' }));
      const right = dialog.getByRole('combobox', { name: 'Resposta certa' });
      await right.waitFor();
      if (byKeys) {
        await press('Home');
        while ((await right.inputValue()) !== chosen) await press('ArrowDown');
      } else await choose(right, chosen);
      await seen(`${readers} tentativas ganham um acerto`);
      if (byKeys) await press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
      else await click(dialog.getByRole('button', { name: 'Corrigir' }));
      await seen('Pergunta corrigida.');
    },
  };
  let chosen = '';
  return {
    morning,
    attempt: async () => {
      chosen = await attempt(started);
    },
    counts: byKeys ? [hands.keys] : [hands.clicks, hands.keys],
  };
};

/** A morning by the CLI; ids are taken from what it printed. */
const byCli = (started: Started) => {
  const { run, typed } = commandLines({
    LEITOR_URL: started.internalUrl,
    LEITOR_TOKEN: started.token,
  });
  let id = '';
  let chosen = '';
  const idOf = async (at: number) => {
    const { questions } = JSON.parse(await run(`leitor quiz get --id ${id} --json`));
    return questions[at].id;
  };
  const edit = async (at: number, question: string) => {
    const changed = JSON.stringify({ id: await idOf(at), question });
    await run(`leitor quiz edit --id ${id} --questions '${changed}'`);
  };
  const morning: Morning = {
    draft: async () => {
      id = JSON.parse(await run('leitor quiz draft --json')).quizId;
    },
    'edit a question': () => edit(1, texts.second),
    'edit another': () => edit(2, texts.third),
    hold: () => run(`leitor quiz hold --id ${id} --reason '${reason}'`),
    publish: () => run(`leitor quiz publish --id ${id}`),
    'correct after attempts': async () => {
      await run(`leitor quiz statistics --id ${id}`);
      const change = `--id ${id} --question-id ${await idOf(1)} --correct-answer '${chosen}'`;
      const { regraded } = JSON.parse(await run(`leitor quiz correct ${change} --dry-run --json`));
      await run(`leitor quiz correct ${change} --expected ${regraded}`);
    },
  };
  return {
    morning,
    attempt: async () => {
      chosen = await attempt(started);
    },
    counts: [typed],
  };
};

/** The same morning in the console, by keyboard and by mouse, and by the CLI, each on a service of its own. */
export const benchmark: Benchmark = {
  title: 'An editor’s morning: console and CLI',
  run: async ({ log }) => {
    const model = await startSandboxModel();
    const newsletter = await startSandboxNewsletter();
    const env = {
      OPENAI_API_KEY: 'sandbox',
      OPENAI_BASE_URL: model.baseUrl,
      BEEHIIV_API_KEY: 'sandbox',
      BEEHIIV_PUBLICATION_ID: newsletter.publicationId,
      BEEHIIV_BASE_URL: newsletter.baseUrl,
    };
    const rows = new Map<Task, string[]>();
    try {
      for (const way of ['keyboard', 'mouse', 'cli'] as const) {
        const started = await startConsole(env, editor);
        try {
          const { morning, attempt, counts } =
            way === 'cli' ? byCli(started) : await inConsole(started, way);
          for (const task of Object.keys(morning) as Task[]) {
            if (task === 'correct after attempts') await attempt();
            const spent = await measureTask(morning[task], ...counts);
            rows.set(task, [...(rows.get(task) ?? [task]), ...spent]);
            log(`${way}, ${task}: ${spent.join(' ')}`);
          }
        } finally {
          await started.stop();
        }
      }
    } finally {
      await model.close();
      await newsletter.close();
    }
    const head = ['task', 'keyboard: keys', 'seconds', 'mouse: clicks', 'keys', 'seconds'];
    return [
      'Without pauses for reading and thinking. The console opens cold in the first task; each command of the CLI is a process, and its ids are typed.',
      table([...head, 'CLI: characters', 'seconds'], [...rows.values()]),
    ].join('\n\n');
  },
};
