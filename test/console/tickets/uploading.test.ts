import { expect, it } from 'vitest';
import { nothingUploaded, type Upload, uploading } from '../../../console/src/tickets/uploading.ts';
import { createMachine } from '../../../console/src/ui/state/machine.ts';

const file = (name: string, size = 1) => ({ name, size }) as File;
const upload = (...files: File[]): Upload => ({ files, isPasted: false });
const open = () => {
  const done: string[] = [];
  const { state, dispatch } = createMachine(uploading, nothingUploaded, (effect) => {
    if (effect.do === 'refuse') done.push(`refuse ${effect.name}`);
    else done.push(`send ${effect.upload.files.map(({ name }) => name).join('+')}`);
  });
  return {
    done,
    share: () => state().share,
    give: (...files: File[]) => dispatch({ type: 'given', upload: upload(...files) }),
    progress: (share: number) => dispatch({ type: 'progressed', share }),
    end: () => dispatch({ type: 'ended' }),
  };
};

it('sends files together and shows how much of them was sent', () => {
  const { done, share, give, progress, end } = open();
  expect(share()).toBeUndefined();
  give(file('a'), file('b'));
  expect([done, share()]).toEqual([['send a+b'], 0]);
  progress(0.75);
  expect(share()).toBe(0.75);
  end();
  expect(share()).toBeUndefined();
});

it('takes files of just 10 MB, and none of a choice with a larger one', () => {
  const { done, give, share } = open();
  give(file('small'), file('large', 10 * 1_048_576 + 1));
  expect([done, share()]).toEqual([['refuse large'], undefined]);
  give(file('just', 10 * 1_048_576));
  expect(done).toEqual(['refuse large', 'send just']);
});

it('sends what is given meanwhile afterwards, also if the first upload failed', () => {
  const { done, share, give, progress, end } = open();
  give(file('a'));
  give(file('b'));
  give(file('c'));
  progress(0.5);
  expect(done).toEqual(['send a']);
  end();
  expect([done, share()]).toEqual([['send a', 'send b'], 0]);
  end();
  end();
  expect([done, share()]).toEqual([['send a', 'send b', 'send c'], undefined]);
});

it('sends nothing if no file was chosen', () => {
  const { done, give } = open();
  give();
  expect(done).toEqual([]);
});
