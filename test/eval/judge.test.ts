import { describe, expect, it } from 'vitest';
import { createJudge } from '../../eval/judge.ts';
import type { LanguageModel } from '../../server/clients/llm.ts';

/** A judge whose model gives this answer, and what it was asked. */
const judging = (answer: object | undefined) => {
  const asked: { text: string; name: string }[] = [];
  const llm: LanguageModel = {
    ask: async ({ material, answer: { name, schema } }) => {
      asked.push({ text: material.text, name });
      if (!answer) throw new Error('no answer');
      return schema.parse(answer);
    },
  };
  return { judge: createJudge(llm), asked };
};
const question = { question: 'Quantos?', options: ['um', 'dois', 'três', 'quatro'] };

describe('the judge of a reply', () => {
  const claims = (...supported: ('yes' | 'no')[]) =>
    supported.map((one) => ({ claim: 'x', supported: one }));

  it.each([
    [
      { claims: claims('yes', 'no', 'no', 'no'), resolves: 0.5 },
      { supported: 0.25, resolves: 0.5 },
    ],
    [
      { claims: [], resolves: 1 },
      { supported: 1, resolves: 1 },
    ],
    [
      { claims: claims('no'), resolves: 0 },
      { supported: 0, resolves: 0 },
    ],
    [{ claims: [], resolves: 1.1 }, undefined],
    [{ claims: [], resolves: -0.1 }, undefined],
    [undefined, undefined],
  ])('of whom the model says %j measures %j', async (answer, expected) => {
    const { judge, asked } = judging(answer);
    expect(await judge.reply('o material', 'a resposta')).toEqual(expected);
    expect(asked).toEqual([
      { name: 'judge_reply', text: '{"material":"o material","resposta":"a resposta"}' },
    ]);
  });
});

describe('the judge of a question', () => {
  it('says which options are right by the edition, each once', async () => {
    const { judge, asked } = judging({ right: ['D', 'B', 'D'] });
    expect(await judge.rightOptions('a edição', question)).toEqual([3, 1]);
    expect(asked[0]?.text).toContain('a edição');
    expect(asked[0]?.text).toContain('Quantos?\\nA) um\\nB) dois\\nC) três\\nD) quatro');
    expect(await judging({ right: [] }).judge.rightOptions('x', question)).toEqual([]);
    expect(await judging(undefined).judge.rightOptions('x', question)).toBeUndefined();
  });
});
