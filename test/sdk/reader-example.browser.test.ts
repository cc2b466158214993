import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Newsroom, openNewsroom } from '../quiz/edition-fixtures.ts';
import { type BrowserPage, openPage } from './browser.ts';
import { serveExample } from './example-page.ts';

let example: Awaited<ReturnType<typeof serveExample>>;
let app: Newsroom;
let admin: Awaited<ReturnType<Newsroom['trpc']>>;

/** The page of a new reader; it is closed with the test. */
const openPageOf = async (
  name: string,
  { daysRead = [], ...more }: { daysRead?: number[]; convite?: string } = {},
): Promise<BrowserPage> => {
  const person = { email: `${crypto.randomUUID()}@exemplo.com.br`, name };
  await admin.accounts.upsert.mutate(person);
  for (const days of daysRead) {
    await admin.streaks.recordReading.mutate({ email: person.email, at: daysAgo(days) });
  }
  const token = await app.token({ role: 'reader', ...person });
  const page = await openPage(
    `${example.origin}/#${new URLSearchParams({ api: app.url, token, ...more })}`,
  );
  onTestFinished(() => page.close());
  return page;
};

/** With SCREENSHOTS=<folder>, what the page looks like now. */
const look = async (name: string, shown: BrowserPage) => {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), await shown.screenshot());
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeAll(async () => {
  example = await serveExample('reader');
  app = await openNewsroom({ CORS_ORIGINS: example.origin });
  admin = await app.trpc();
  for (let other = 0; other < 8; other += 1) {
    for (let days = 0; days <= other; days += 1) {
      const email = `outra${other}@exemplo.com.br`;
      await admin.streaks.recordReading.mutate({ email, at: daysAgo(days) });
    }
  }
});

afterAll(async () => {
  await app?.close();
  await example?.close();
});

const text = (selector: string) => `document.querySelector('${selector}')?.textContent`;
const click = (selector: string) =>
  `(() => { const found = document.querySelector('${selector}'); found?.click(); return !!found; })()`;
const includes = (selector: string, part: string) => `${text(selector)}?.includes('${part}')`;

describe("the reader's app, on the packed SDK from another origin", () => {
  it('says when the quiz comes, takes its answers once, and shows the result, also after a reload', async () => {
    const page = await openPageOf('Leitora');
    await page.waitFor(includes('#quiz', 'sai ao meio-dia'));
    await look('1-before-noon', page);
    await admin.quiz.generate.mutate();
    await page.reload();
    await page.waitFor("document.querySelectorAll('#quiz fieldset').length === 10");
    await look('2-quiz', page);
    const [quiz] = (await admin.quiz.list.query()).items;
    const { questions } = await admin.quiz.get.query({ id: quiz?.id ?? '' });
    const answers = questions.map(({ id, options, correctAnswer }, index) => [
      id,
      index < 8 ? correctAnswer : options.find((option) => option !== correctAnswer),
    ]);
    await page.waitFor(`(${JSON.stringify(answers)}.forEach(([name, value]) =>
      [...document.getElementsByName(name)].find((input) => input.value === value).click()), true)`);
    await page.waitFor(click('#quiz form button'));
    await page.waitForValue(text('#quiz .big'), '8 de 10');
    await page.waitForValue("document.querySelectorAll('#quiz .wrong').length", 2);
    await page.reload();
    await page.waitForValue(text('#quiz .big'), '8 de 10');
    await look('3-result', page);
  });

  it('records the reading of today in the calendar, and shows the ranking around the reader', async () => {
    const page = await openPageOf('Leitora', { daysRead: [1, 2, 3, 4, 9, 10] });
    await page.waitFor(includes('#streak', 'Leia hoje'));
    await page.waitForValue("document.querySelectorAll('#streak .read').length", 6);
    await page.waitFor(click('#streak button'));
    await page.waitFor(includes('#streak', 'já conta'));
    await page.waitForValue("document.querySelectorAll('#streak .read').length", 7);
    await page.waitForValue(text('#streak .big'), '5');
    await page.waitForValue(text('#ranking .me'), '5ºLeitora55');
    await page.waitForValue("document.querySelectorAll('#ranking tbody tr').length", 7);
  });

  it('makes a group whose invitation lets a friend in', async () => {
    const page = await openPageOf('Leitora');
    await page.waitFor(`(document.querySelector('#groups input').value = 'Clube da manhã',
      document.querySelector('#groups form').requestSubmit(), true)`);
    await page.waitFor(includes('#groups li', 'Clube da manhã, 1 leitor'));
    await page.waitFor(click('#groups li button:last-of-type'));
    const link = String(await page.waitFor("document.querySelector('#groups .invite')?.href"));
    const convite = new URLSearchParams(new URL(link).hash.slice(1)).get('convite') ?? '';
    expect(new URL(link).origin).toBe(example.origin);
    const friendsPage = await openPageOf('Amigo', { convite });
    await friendsPage.waitFor(click('#groups p button'));
    await friendsPage.waitFor(includes('#groups', 'Você entrou em Clube da manhã'));
    await friendsPage.waitFor(includes('#groups li', 'Clube da manhã, 2 leitores'));
    await friendsPage.waitFor(click('#groups li button'));
    await friendsPage.waitFor(includes('#groups table', 'Leitora'));
    await look('4-friend', friendsPage);
    await friendsPage.waitFor(click('#groups li button:last-of-type'));
    await friendsPage.waitFor("document.querySelector('#groups li') === null");
  });
});
