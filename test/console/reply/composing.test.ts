import { describe, expect, it } from 'vitest';
import {
  type Composing,
  type ComposingEffect,
  type ComposingEvent,
  composing,
  maySend,
  nothingComposed,
  placeOf,
} from '../../../console/src/reply/composing.ts';
import type { Unsaved } from '../../../console/src/shell/browser-storage.ts';

/** The state after events, and what the last of them asked for. */
const reached = (...events: readonly ComposingEvent[]) => {
  let state: Composing = nothingComposed;
  let effects: readonly ComposingEffect[] = [];
  for (const event of events) [state, effects] = composing(state, event);
  return { state, effects, place: placeOf(state) };
};

const opened = (here: Unsaved) => ({ type: 'opened', here }) as const;
const loaded = (revision: number, stored = '') =>
  ({ type: 'loaded', stored: { html: stored, revision } }) as const;
const typed = (html: string) => ({ type: 'typed', html }) as const;
const saved = (revision: number) => ({ type: 'saved', revision }) as const;
const saveFailed = (changed: boolean) => ({ type: 'saveFailed', changed }) as const;
const paused = { type: 'paused' } as const;
const sending = { type: 'sending' } as const;
const sendFailed = typed('Oi');
const cleared = { type: 'cleared' } as const;

const save = (html: string, revision: number) => ({ do: 'save', html, revision });
const keep = (html: string, revision: number | null) => ({ do: 'keep', text: { html, revision } });
const forget = { do: 'keep', text: undefined };
const show = (html: string) => ({ do: 'show', html });
const wait = { do: 'wait', ms: 800 };
/** Before what failed is tried again. */
const longWait = { do: 'wait', ms: 5_000 };

describe('what is composed', () => {
  it('shows the text that the service stores', () => {
    const { effects, place } = reached(loaded(4, 'Oi'));
    expect(effects).toEqual([forget, show('Oi')]);
    expect(place).toBe('stored');
    expect(reached(loaded(4)).place).toBeUndefined();
  });

  it('is kept here as it is typed, and saved after a pause over the revision it began with', () => {
    expect(reached(loaded(4), typed('O')).effects).toEqual([keep('O', 4), wait]);
    expect(reached(loaded(4), typed('O')).place).toBe('here');
    const saving = reached(loaded(4), typed('O'), typed('Oi'), paused);
    expect([saving.effects, saving.place]).toEqual([[save('Oi', 4)], 'saving']);
    const { effects, place, state } = reached(loaded(4), typed('Oi'), paused, saved(5));
    expect(effects).toEqual([forget]);
    expect(place).toBe('stored');
    expect(state.revision).toBe(5);
  });

  it('saves only typed text, one request at a time', () => {
    expect(reached(loaded(4, 'Oi'), paused).effects).toEqual([]);
    expect(reached(loaded(4), typed('Oi'), paused, typed('Oi!'), paused).effects).toEqual([]);
  });

  it('saves a text again at once if it changed during the save', () => {
    const events = [loaded(4), typed('Oi'), paused, typed('Oi!'), saved(5)];
    expect(reached(...events).effects).toEqual([save('Oi!', 5)]);
    expect(reached(...events, saved(6)).place).toBe('stored');
  });

  it('keeps a text and retries if saving failed', () => {
    const failed = reached(loaded(4), typed('Oi'), paused, saveFailed(false));
    expect(failed.effects).toEqual([longWait]);
    expect(failed.place).toBe('here');
  });

  it('waits for the stored text, and asks for it again', () => {
    expect(reached(typed('Oi'), paused).effects).toEqual([{ do: 'reload' }, longWait]);
    expect(reached(typed('Oi'), paused, loaded(4)).effects).toEqual([save('Oi', 4)]);
  });

  it('ignores what was loaded while it was saved, and older revisions', () => {
    expect(reached(loaded(4), typed('Oi'), paused, loaded(5, 'Outro')).effects).toEqual([]);
    expect(reached(loaded(4, 'Oi'), loaded(4, 'Antes')).state.html).toBe('Oi');
  });

  it('follows another tab while this tab has no typed text', () => {
    expect(reached(loaded(4, 'Oi'), loaded(5, 'Oi de lá')).effects).toEqual([
      forget,
      show('Oi de lá'),
    ]);
  });

  describe('when another tab changed it', () => {
    const conflict = [
      loaded(4, 'Antes'),
      typed('Daqui'),
      paused,
      saveFailed(true),
      loaded(5, 'De lá'),
    ];

    it('asks which of two conflicting texts stays, and saves neither before', () => {
      expect(reached(...conflict.slice(0, 4)).effects).toEqual([{ do: 'reload' }, longWait]);
      const { place, state } = reached(...conflict);
      expect(place).toBeUndefined();
      expect(state).toMatchObject({ html: 'Daqui', elsewhere: { html: 'De lá' } });
      expect(reached(...conflict, paused).effects).toEqual([]);
      expect(reached(...conflict, typed('Daqui!'), paused).effects).toEqual([]);
    });

    it('is sent only after one of two conflicting texts was chosen', () => {
      expect(maySend(reached(...conflict).state)).toBe(false);
      const here = { type: 'settled', use: 'here' } as const;
      expect(maySend(reached(...conflict, here).state)).toBe(true);
    });

    it("saves this tab's text over the other one if it is chosen", () => {
      const here = { type: 'settled', use: 'here' } as const;
      const { effects, place } = reached(...conflict, here);
      expect(effects).toEqual([save('Daqui', 5)]);
      expect(place).toBe('saving');
    });

    it("shows the other tab's text if it is chosen", () => {
      const there = { type: 'settled', use: 'elsewhere' } as const;
      const { effects, state } = reached(...conflict, there);
      expect([effects, state.revision]).toEqual([[forget, show('De lá')], 5]);
    });

    it('asks nothing if both wrote the same, or the other one wrote nothing', () => {
      const before = conflict.slice(0, 4);
      expect(reached(...before, loaded(5, 'Daqui')).place).toBe('stored');
      expect(reached(...before, loaded(5, '')).effects).toEqual([save('Daqui', 5)]);
    });
  });

  describe('from an earlier page', () => {
    const left = opened({ html: 'Antes e depois', revision: 4 });

    it('is shown, and saved over the revision that it replaces', () => {
      expect(reached(left).effects).toEqual([
        keep('Antes e depois', 4),
        show('Antes e depois'),
        wait,
      ]);
      const on = [left, typed('Antes, depois'), loaded(4, 'Antes')];
      expect(reached(...on, paused).effects).toEqual([save('Antes, depois', 4)]);
    });

    it('stands before what is typed until it is there', () => {
      expect(reached(typed('!'), left).state).toMatchObject({ html: 'Antes e depois!' });
    });

    it('is asked about if the stored text changed, or it is not known over which it was written', () => {
      for (const revision of [3, null]) {
        const { state } = reached(opened({ html: 'Daqui', revision }), loaded(4, 'De lá'));
        expect(state).toMatchObject({ html: 'Daqui', elsewhere: { html: 'De lá', revision: 4 } });
      }
    });

    it('is not saved by a page from which another one has taken it', () => {
      const taken = { ...loaded(5), isTaken: true };
      expect(reached(loaded(4), typed('Oi'), paused, saveFailed(true), taken).state).toMatchObject({
        html: '',
        isStored: true,
      });
    });
  });

  describe('whose beginning was sent from another window', () => {
    it.each([
      ['<p>Oi</p>', '<p>Oi</p><p>Mais</p>', '<p>Mais</p>'],
      ['<p>Oi</p>', '<p>Oi, mais</p>', ', mais'],
      ['Oi', 'Antes. Oi', 'Antes. '],
      ['Oi', 'Ei', 'Ei'],
    ])('keeps what was added to %j in %j', (base, html, added) => {
      const { state } = reached(loaded(4, base), typed(html), paused, saveFailed(true), loaded(5));
      expect(state).toMatchObject({ html: added, saving: added, revision: 5 });
    });
  });

  describe('that is sent', () => {
    const sent = [loaded(4), typed('Oi'), sending];

    it('does not save a text while it is being sent', () => {
      expect(reached(...sent).effects).toContainEqual({ do: 'wait', ms: 0 });
      expect(reached(...sent, paused).effects).toEqual([]);
      expect(reached(...sent, loaded(9, 'Outro')).state.html).toBe('Oi');
    });

    it('is saved again after it has failed, and so is what is typed then', () => {
      expect(reached(...sent, sendFailed).effects).toEqual([keep('Oi', 4), wait]);
      expect(reached(...sent, sendFailed, paused).effects).toEqual([save('Oi', 4)]);
      expect(reached(...sent, sendFailed, typed('Oi!'), paused).effects).toEqual([save('Oi!', 4)]);
    });

    it('reports no conflict for a sent text whose response was lost', () => {
      const lost = [...sent, sendFailed, paused, saveFailed(true), loaded(5)];
      expect(reached(...lost).effects).toEqual([save('Oi', 5)]);
    });

    it('is sent only over a known text of the service', () => {
      expect(maySend(reached(typed('Oi')).state)).toBe(false);
      expect(maySend(reached(loaded(4), typed('Oi')).state)).toBe(true);
    });

    describe('when the page was left meanwhile', () => {
      const here = { html: 'Oi', revision: 4, isSending: true };

      it('is kept as a text that is being sent, unless the service has it', () => {
        expect(reached(...sent).effects).toContainEqual({ do: 'keep', text: here });
        expect(reached(loaded(4, 'Oi'), sending).effects).toEqual([{ do: 'wait', ms: 0 }]);
      });

      it('is kept as one that is being sent if there was no response', () => {
        const unsure = { ...sendFailed, isUnsure: true };
        expect(reached(...sent, unsure).effects).toContainEqual({ do: 'keep', text: here });
      });

      it('does not come back once it has arrived', () => {
        expect(reached(opened(here), loaded(5)).effects).toEqual([forget, show('')]);
        const late = [opened(here), loaded(4), paused, saveFailed(true), loaded(5)];
        expect(reached(...late).state).toMatchObject({ html: '', isStored: true });
      });

      it('leaves what was written after it', () => {
        const on = [opened(here), typed('Oi Tudo bem?'), loaded(5)];
        expect(reached(...on).effects).toContainEqual(save(' Tudo bem?', 5));
      });

      it('comes back if it has not arrived', () => {
        expect(reached(opened(here), loaded(4), paused).effects).toEqual([save('Oi', 4)]);
      });
    });

    it('leaves an empty box, which waits for the new revision', () => {
      const { effects, place } = reached(...sent, cleared);
      expect(effects).toEqual([forget, show(''), { do: 'wait', ms: 0 }, { do: 'reload' }]);
      expect(place).toBeUndefined();
    });

    it('does not restore a sent text when an older request ends', () => {
      const inFlight = [loaded(4), typed('Oi'), paused, sending, cleared];
      for (const late of [saved(5), saveFailed(true), saveFailed(false)]) {
        const { state, effects } = reached(...inFlight, late);
        expect(effects).toEqual([]);
        expect(state).toEqual(reached(...inFlight).state);
      }
    });
  });
});
