import { describe, expect, it } from 'vitest';
import {
  chosenIn,
  type Option,
  pointedBy,
  shownFor,
} from '../../../console/src/ui/overlays/choosing.ts';

const commands: Option[] = [
  ['queue', 'Ir para Fila'],
  ['reports', 'Ir para Relatórios'],
  ['resolve', 'Resolver'],
];
const tickets: Option[] = [
  ['ticket 7', 'Boleto'],
  ['ticket 8', 'Pix'],
];
const values = (options: readonly Option[]) => options.map(([value]) => value);

describe('options', () => {
  it.each([
    ['', ['queue', 'reports', 'resolve']],
    ['RELATORIOS', ['reports']],
    [' ir para ', ['queue', 'reports']],
    ['xyz', []],
  ])('are narrowed by a part of their texts, %j, without accents', (typed, shown) => {
    expect(values(shownFor(commands, [], typed))).toEqual(shown);
  });

  it('lists options found by a search last, whatever their texts', () => {
    expect(values(shownFor(commands, tickets, 'resol'))).toEqual([
      'resolve',
      'ticket 7',
      'ticket 8',
    ]);
  });
});

describe('what Enter chooses', () => {
  it('chooses the first option, even if all options were found by a search', () => {
    const shown = shownFor(commands, tickets, 'gertrudes');
    expect(shown[chosenIn(shown, undefined)]?.[0]).toBe('ticket 7');
  });

  it('chooses the highlighted option while it is shown, else the first one', () => {
    expect(chosenIn(commands, 'resolve')).toBe(2);
    expect(chosenIn(shownFor(commands, [], 'fila'), 'resolve')).toBe(0);
  });

  it.each([
    ['ArrowDown', 0, 'reports'],
    ['ArrowDown', 2, 'queue'],
    ['ArrowUp', 0, 'resolve'],
    ['ArrowUp', 1, 'queue'],
    ['Home', 2, 'queue'],
    ['End', 0, 'resolve'],
    ['x', 0, undefined],
  ])('after %s at option %i is %s', (key, chosen, pointed) => {
    expect(pointedBy(key, commands, chosen)).toBe(pointed);
  });

  it('chooses nothing if no option is shown', () => {
    expect(pointedBy('ArrowDown', [], 0)).toBeUndefined();
  });
});
