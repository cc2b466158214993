import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { searching, searchingIn } from '../../../console/src/queue/searching.ts';
import { createMachine, createTimer } from '../../../console/src/ui/state/machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A box whose searches come into the address when a test says so. */
const open = (address = '') => {
  const done: string[] = [];
  const wait = createTimer();
  const { state, dispatch } = createMachine(searching, searchingIn(address), (effect, send) => {
    if (effect.do === 'wait') wait(effect.ms, () => send({ type: 'paused' }));
    else if (effect.do === 'leave') done.push('leave');
    else done.push(`${effect.do} ${effect.search}`);
  });
  return {
    done,
    text: () => state().text,
    /** Types letters after what is there, each a tenth of a second after the one before. */
    type: (letters: string) => {
      for (const letter of letters) {
        vi.advanceTimersByTime(100);
        dispatch({ type: 'typed', text: state().text + letter });
      }
    },
    write: (text: string) => dispatch({ type: 'typed', text }),
    pause: (ms = 300) => vi.advanceTimersByTime(ms),
    come: (search: string) => dispatch({ type: 'addressed', search }),
    press: (type: 'entered' | 'left') => dispatch({ type }),
  };
};

describe('the search box', () => {
  it('searches once nobody has typed for 0.3 s', () => {
    const { done, type, pause } = open();
    type('pix');
    pause(299);
    expect(done).toEqual([]);
    pause(1);
    expect(done).toEqual(['find pix']);
  });

  it('keeps letters that are typed while a search is on its way into the address', () => {
    const { done, type, pause, come, text } = open();
    type('co');
    pause();
    type('br');
    pause();
    // The address of the first search comes only now.
    come('co');
    expect(text()).toBe('cobr');
    type('a');
    come('cobr');
    expect(text()).toBe('cobra');
    pause();
    come('cobra');
    expect([done, text()]).toEqual([['find co', 'find cobr', 'find cobra'], 'cobra']);
  });

  it('keeps the blanks between words, which no search has', () => {
    const { done, write, pause, come, text } = open();
    write('duas ');
    pause();
    come('duas');
    expect([done, text()]).toEqual([['find duas'], 'duas ']);
    write('duas  ');
    pause();
    expect(done).toHaveLength(1);
  });

  it('shows the search of a view that is chosen, unless somebody types', () => {
    const { type, pause, come, text } = open('pix');
    come('boleto');
    expect(text()).toBe('boleto');
    type('s');
    come('');
    expect(text()).toBe('boletos');
    pause();
    come('boletos');
    come('');
    expect(text()).toBe('');
  });

  it('shows a view that overtook its search', () => {
    const { type, pause, come, text } = open();
    type('pix');
    pause();
    come('boleto');
    expect(text()).toBe('boleto');
    // It was asked for here once, and now it is a step back.
    come('pix');
    expect(text()).toBe('pix');
  });

  it('asks for nothing that the address has', () => {
    const { done, write, pause, come, text } = open('pix');
    write('pixx');
    write('pix');
    pause();
    expect(done).toEqual([]);
    come('boleto');
    expect(text()).toBe('boleto');
  });

  it('searches at once, and not again, when Enter leads to what is found', () => {
    const { done, type, press, pause } = open();
    type(' pix');
    press('entered');
    pause(1_000);
    expect(done).toEqual(['find pix', 'go pix']);
    press('entered');
    expect(done).toEqual(['find pix', 'go pix', 'go pix']);
  });

  it('searches for what was typed when Escape leaves it', () => {
    const { done, type, press, text } = open();
    press('left');
    type('pix');
    press('left');
    expect([done, text()]).toEqual([['leave', 'find pix', 'leave'], 'pix']);
  });

  it('sends no longer search than the service takes', () => {
    const { done, write, pause, come, text } = open();
    write('x'.repeat(201));
    pause();
    come('x'.repeat(200));
    expect([done[0]?.length, text().length]).toEqual(['find '.length + 200, 201]);
  });
});
