import { Fragment } from 'react';
import { Facts, Toolbar } from '../parts/page.tsx';
import { quizTexts as texts } from '../texts/quiz.ts';
import type { DraftFields, Quiz } from './draft-fields.ts';

/** The texts that somebody else changed. Where both did, one chooses. */
export const Changed = ({ quiz, fields }: { quiz: Quiz; fields: DraftFields }) => {
  if (fields.foreign.length === 0) return null;
  const names: Readonly<Record<string, string>> = texts.names;
  const nameOf = (name: string): string => {
    const [id, part = name, at] = name.split('.');
    const question = quiz.questions.findIndex((one) => one.id === id);
    const label = part === 'options' ? texts.option(Number(at) + 1) : (names[part] ?? name);
    return question < 0 ? label : `${texts.number(question + 1)}: ${label}`;
  };
  /** The right option is stored as a position. */
  const show = (name: string, text: string) =>
    name.endsWith('.correct') ? fields.texts[name.replace('correct', `options.${text}`)] : text;
  return (
    <div role="alert" className="warning stack">
      <p>
        <strong>{texts.changed}</strong> {texts.changedWhy}
      </p>
      {fields.foreign.map(({ name, now, own }) => (
        <Fragment key={name}>
          <Facts facts={[[nameOf(name), show(name, now)]]} />
          {own !== undefined && (
            <Toolbar>
              <button type="button" onClick={() => fields.settle(name, 'own')}>
                {texts.useOwn}
              </button>
              <button type="button" onClick={() => fields.settle(name, 'theirs')}>
                {texts.useTheirs}
              </button>
            </Toolbar>
          )}
        </Fragment>
      ))}
    </div>
  );
};
