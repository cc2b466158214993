import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { actNames } from '../../console/src/audit/acts.ts';
import { WebhookEvent } from '../../contract/index.ts';

const text = readFileSync('docs/webhooks.md', 'utf8');

const blockOf = (language: string): string =>
  text.match(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm'))?.[1] ?? '';

const examples = blockOf('json').trim().split('\n');
const types = WebhookEvent.options.map(({ shape }) => shape.type.value);

describe('the events in docs/webhooks.md', () => {
  it('are examples of every type, with their documented fields alone', () => {
    const found = examples.map((example) => {
      const event = WebhookEvent.parse(JSON.parse(example));
      expect(JSON.stringify(event)).toBe(example);
      return event.type;
    });
    expect(found.sort()).toEqual([...types].sort());
  });

  it('are named for each act of the trail, or a reason is', () => {
    const rows = [...text.matchAll(/^\| (`.*`) \| (.*) \|$/gm)];
    const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const listed = rows.flatMap(([, acts = '']) => named(acts));
    expect(new Set(listed).size).toBe(listed.length);
    const acts = Object.keys(actNames);
    const inList = (act: string) =>
      [act, `${act.split('.')[0]}.*`].some((key) => listed.includes(key));
    expect(acts.filter((act) => !inList(act))).toEqual([]);
    const exact = listed.filter((name) => !name.endsWith('*'));
    expect(exact.filter((name) => !acts.includes(name))).toEqual([]);
    const events = rows.flatMap(([, , event = '']) =>
      event.startsWith('none: ') ? [] : named(event),
    );
    expect(events.filter((event) => !types.some((type) => type === event))).toEqual([]);
    expect(new Set(events).size).toBe(events.length);
  });
});

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const body = examples[0] ?? '';

/** Messages, and whether a receiver that has `secret` accepts them. */
const messages = () => {
  const now = new Date();
  const sign = (of: string, at: Date) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(of).sign('evt_1', at, body),
  });
  const good = sign(secret, now);
  const rotating = `${sign(other, now)['webhook-signature']} ${good['webhook-signature']}`;
  return [
    { headers: good, body, accepted: true },
    { headers: { ...good, 'webhook-signature': rotating }, body, accepted: true },
    { headers: good, body: `${body} `, accepted: false },
    { headers: {}, body, accepted: false },
    { headers: sign(other, now), body, accepted: false },
    { headers: sign(secret, new Date(now.getTime() - 600_000)), body, accepted: false },
  ];
};

const pythonMain = `
import sys
def accepts(message):
    try:
        return verify(message["headers"], message["body"].encode(), sys.argv[1:])["type"] == "quiz.published"
    except ValueError:
        return False
print(json.dumps([accepts(message) for message in json.load(sys.stdin)]))
`;

const goMain = `
type message struct {
	Headers map[string]string
	Body    string
}

func main() {
	var messages []message
	if err := json.NewDecoder(os.Stdin).Decode(&messages); err != nil {
		panic(err)
	}
	accepted := []bool{}
	for _, one := range messages {
		header := func(name string) string { return one.Headers[name] }
		accepted = append(accepted, Verify(header, []byte(one.Body), os.Args[1:]) == nil)
	}
	json.NewEncoder(os.Stdout).Encode(accepted)
}
`;

const languages = [
  { name: 'python', command: 'python3', args: [], program: `${blockOf('python')}${pythonMain}` },
  {
    name: 'go',
    command: 'go',
    args: ['run'],
    program: `package main\n${blockOf('go').replace('import (', 'import (\n"encoding/json"\n"os"')}${goMain}`,
  },
];

describe('the verification in docs/webhooks.md', () => {
  for (const { name, command, args, program } of languages) {
    const isMissing = spawnSync(command, [name === 'go' ? 'version' : '--version']).error;
    it.skipIf(isMissing)(`accepts in ${name} what a secret signed`, { timeout: 300_000 }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'leitor-webhooks-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, name === 'go' ? 'main.go' : 'main.py');
      writeFileSync(file, program);
      const sent = messages();
      const printed = execFileSync(command, [...args, file, secret], {
        input: JSON.stringify(sent),
        encoding: 'utf8',
      });
      expect(JSON.parse(printed)).toEqual(sent.map(({ accepted }) => accepted));
    });
  }
});
