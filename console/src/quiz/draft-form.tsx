import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { type InputOf, read, write } from '../api/client.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { Field, Toolbar } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button, Facts } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { type DraftFields, lengths, type Quiz } from './draft-fields.ts';
import type { FindingsOfDraft } from './findings.tsx';
import { focusQuestion, QuestionCard, type QuestionsProps } from './question-card.tsx';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

/** The form of a draft. Each question is folded to a row, which shows the findings of its checks. */
export const DraftForm = ({
  quiz,
  fields,
  found,
  passages,
  onChoose,
}: QuestionsProps & { quiz: Quiz; fields: DraftFields; found: FindingsOfDraft }) => {
  const { id, revision } = quiz;
  const queries = useQueryClient();
  const store = async (change: Partial<InputOf<'quiz.edit'>>): Promise<Quiz> => {
    const stored = await write('quiz.edit', { id, revision, ...change });
    const { title, description, revision: next } = stored;
    const questions = quiz.questions.map((one, at) => ({ ...one, ...stored.questions[at] }));
    const saved = { ...quiz, title, description, questions, revision: next };
    queries.setQueryData(read('quiz.get', { id }).queryKey, saved);
    return saved;
  };
  const saving = useMutation({
    mutationFn: async () => fields.saved(fields.own, await store(fields.edit)),
    onSuccess: () => toast(texts.saved),
  });
  const isSavable = fields.isChanged && fields.conflicts.length === 0 && !saving.isPending;
  const save = () => {
    if (isSavable) saving.mutate();
  };
  useCommands([{ group: 'page', text: texts.save, keys: '$mod+Enter', run: save }]);
  const text = (name: string, kind: 'title' | 'description' | 'question' | 'explanation') => (
    <Field label={texts.names[kind]}>
      <textarea
        rows={1}
        maxLength={lengths[kind]}
        value={fields.texts[name] ?? ''}
        onChange={({ target }) => fields.change(name, target.value)}
      />
    </Field>
  );
  const option = (id: string, at: number) => (
    <div key={at} className={`line ${styles.option}`}>
      <input
        type="radio"
        name={`${id}.correct`}
        aria-label={texts.right(at + 1)}
        checked={fields.texts[`${id}.correct`] === String(at)}
        onChange={() => fields.change(`${id}.correct`, String(at))}
      />
      <input
        aria-label={texts.option(at + 1)}
        maxLength={lengths.option}
        value={fields.texts[`${id}.options.${at}`] ?? ''}
        onChange={({ target }) => fields.change(`${id}.options.${at}`, target.value)}
      />
    </div>
  );
  const moveTo = (from: number, to: number) => async () => {
    const order = quiz.questions.map((question) => question.id);
    order.splice(to, 0, ...order.splice(from, 1));
    await store({ order });
    // The question is focused after the page has rendered it in its new place.
    requestAnimationFrame(() => focusQuestion(to));
  };
  const again = (questionId: string, at: number): Action => ({
    text: '↻',
    rank: 0,
    confirm: texts.again,
    title: texts.againTitle(at + 1),
    asks: texts.againAsks,
    run: () => write('quiz.regenerate', { id, revision, questionId }),
    done: texts.againDone,
  });
  const moves = (at: number): Action[] =>
    [
      { text: '↑', title: texts.up(at + 1), to: at - 1 },
      { text: '↓', title: texts.down(at + 1), to: at + 1 },
    ].flatMap(({ to, ...move }) =>
      to in quiz.questions ? [{ ...move, rank: 0, run: moveTo(at, to), done: texts.moved }] : [],
    );
  const foundIn = (question: number) => {
    const isOf = new RegExp(`questions\\.${question}\\b`);
    const isWritten = fields.questions[question]?.question !== '';
    const hasNone = isWritten && quiz.editionText !== null && passages[question] === undefined;
    return [
      ...found.findings.concat(found.warnings).filter((finding) => isOf.test(finding)),
      ...(hasNone ? [texts.noPassage] : []),
    ];
  };
  return (
    // This is not a `<form>`, because its dialogs contain forms, and forms cannot be nested.
    <section aria-label={texts.questions} className="stack">
      <Conflicts quiz={quiz} fields={fields} />
      {text('title', 'title')}
      {text('description', 'description')}
      <div>
        {quiz.questions.map((question, index) => {
          const findings = foundIn(index);
          const written = fields.questions[index];
          return (
            <QuestionCard
              key={question.id}
              index={index}
              onChoose={onChoose}
              text={written?.question ?? ''}
              end={
                findings.length > 0 ? (
                  <span className="state" data-tone="ask">
                    {texts.found(findings.length)}
                  </span>
                ) : (
                  written?.correctAnswer
                )
              }
              acts={<Actions actions={[...moves(index), again(question.id, index)]} />}
              isOpen={Object.keys(fields.own).some((name) => name.startsWith(question.id))}
            >
              <div role="status">
                {findings.map((finding) => (
                  <p key={finding} className="warning">
                    {texts.finding(finding)}
                  </p>
                ))}
              </div>
              {text(`${question.id}.question`, 'question')}
              {question.options.map((_, at) => option(question.id, at))}
              {text(`${question.id}.explanation`, 'explanation')}
            </QuestionCard>
          );
        })}
      </div>
      <footer className={`line end ${styles.footer}`}>
        {fields.isChanged && <span role="status">{texts.unsaved}</span>}
        <Button text={texts.save} className="primary" disabled={!isSavable} onClick={save} />
      </footer>
    </section>
  );
};

/** The texts that another person changed, too; the person chooses which stay. */
const Conflicts = ({ quiz, fields }: { quiz: Quiz; fields: DraftFields }) => {
  if (fields.conflicts.length === 0) return null;
  const names: Readonly<Record<string, string>> = texts.names;
  const nameOf = (name: string): string => {
    const [id, part = name, at] = name.split('.');
    const question = quiz.questions.findIndex((one) => one.id === id);
    const label = part === 'options' ? texts.option(Number(at) + 1) : (names[part] ?? name);
    return question < 0 ? label : `${texts.number(question + 1)}: ${label}`;
  };
  /** The right option is stored as a position. */
  const show = (name: string, text = '') =>
    name.endsWith('.correct') ? fields.texts[name.replace('correct', `options.${text}`)] : text;
  return (
    <div role="alert" className="warning stack">
      <p>
        <strong>{texts.changed}</strong> {texts.changedWhy}
      </p>
      {fields.conflicts.map((name) => (
        <Fragment key={name}>
          <Facts facts={[[nameOf(name), show(name, fields.stored[name])]]} />
          <Toolbar>
            <Button text={texts.useOwn} onClick={() => fields.settle(name, 'own')} />
            <Button text={texts.useTheirs} onClick={() => fields.settle(name, 'theirs')} />
          </Toolbar>
        </Fragment>
      ))}
    </div>
  );
};
