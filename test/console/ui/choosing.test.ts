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

  it('that were found in another way come last, whatever their texts', () => {
    expect(values(shownFor(commands, tickets, 'resol'))).toEqual([
      'resolve',
      'ticket 7',
      'ticket 8',
    ]);
  });
});

describe('what Enter chooses', () => {
  it('is the first option, also if only found ones are shown', () => {
    const shown = shownFor(commands, tickets, 'gertrudes');
    expect(shown[chosenIn(shown, undefined)]?.[0]).toBe('ticket 7');
  });

  it('is what was pointed at while it is shown, else the first again', () => {
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

  it('is nothing where nothing is shown', () => {
    expect(pointedBy('ArrowDown', [], 0)).toBeUndefined();
  });
});
