import type { Page } from 'playwright-core';
import type { SandboxAccount } from '../../scripts/sandbox/identity-provider.ts';
import { openQuizRoom } from '../quiz/quiz-fixtures.ts';
import { openConsole, people } from './open-console.ts';

const dayMs = 86_400_000;

/** Opens a console with a service whose clock a test sets and whose model is a stub. */
export const openQuizConsole = async () => {
  const { service: room, visit } = await openConsole(openQuizRoom);
  return {
    room,
    /** Sets the clock to nine o'clock of the next day in São Paulo. */
    nextMorning: () => {
      const day = new Date(room.clock.now.getTime() + dayMs).toISOString().slice(0, 10);
      room.clock.now = new Date(`${day}T12:00:00Z`);
    },
    /** Opens a page with the service's clock. */
    visit: (address: string, person: SandboxAccount = people.editor) =>
      visit(address, person, room.clock.now),
    getQuiz: (id: string) => room.admin.quiz.get.query({ id }),
  };
};

export const question = (page: Page, n: number) =>
  page.getByRole('article', { name: `Pergunta ${n}`, exact: true });
