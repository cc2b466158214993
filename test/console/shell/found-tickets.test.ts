import { expect, it } from 'vitest';
import { bestFirst } from '../../../console/src/shell/command-dialogs.tsx';

const ticket = (id: number, fields = {}) => ({
  id,
  subject: 'Outro',
  requesterName: null,
  requesterEmail: null,
  ...fields,
});

it.each([
  ['586', [ticket(9), ticket(586)], [586, 9]],
  ['#586', [ticket(9), ticket(586)], [586, 9]],
  [
    'joao',
    [ticket(1), ticket(2, { subject: 'O João' }), ticket(3, { requesterName: 'João' })],
    [3, 2, 1],
  ],
  ['ana.s', [ticket(1), ticket(2, { requesterEmail: 'ana.s@x.com' })], [2, 1]],
  ['edições', [ticket(1), ticket(2, { subject: 'Minha edição' }), ticket(3)], [2, 1, 3]],
  ['5', [ticket(58), ticket(15, { subject: '5' }), ticket(5)], [5, 58, 15]],
  [
    'lima',
    [ticket(1, { requesterEmail: 'lima@x.com' }), ticket(2, { requesterName: 'Lima' })],
    [1, 2],
  ],
])('the palette has the best first for %s', (search, tickets, ids) => {
  expect(bestFirst(tickets, search).map(({ id }) => id)).toEqual(ids);
});
