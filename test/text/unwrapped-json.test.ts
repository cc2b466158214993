import { expect, it } from 'vitest';
import { unwrappedJson } from '../../server/text/unwrapped-json.ts';

const json = '{"a":"```, </think> e {x}"}';

it.each([
  ['as it is', json],
  ['behind a byte order mark', `\ufeff${json}`],
  ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
  ['behind thoughts', `<think>Ou {"a":1}?</think>\n${json}`],
  ['behind thoughts that begin in the prompt', `Ou não?\n</think>\n${json}`],
  ['between sentences', `Aqui está o quiz:\n${json}\nEspero que ajude!`],
  ['in all of them', `<thinking>x</thinking>Claro!\n\`\`\`\n${json}\`\`\` Pronto.`],
])('JSON of a model is found %s', (_, text) => {
  expect(unwrappedJson(text)).toBe(json);
});

it('a text without JSON stays', () => {
  expect(unwrappedJson('Não posso.')).toBe('Não posso.');
});
