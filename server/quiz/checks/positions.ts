import { randomInt } from 'node:crypto';

/** Returns random positions for the right answers of a quiz, spread as evenly as possible. */
export const balancedPositions = (questions: number, options: number): number[] => {
  const rounds = Math.ceil(questions / options);
  const positions = Array.from({ length: rounds }, () =>
    shuffled(Array.from({ length: options }, (_, position) => position)),
  );
  return shuffled(positions.flat().slice(0, questions));
};

export const shuffled = <T>(items: readonly T[]): T[] => {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const [chosen] = order.splice(randomInt(last + 1), 1);
    if (chosen !== undefined) order.push(chosen);
  }
  return order;
};
