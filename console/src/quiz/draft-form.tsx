import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { read, useWrite, write } from '../api/client.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { useCommands } from '../ui/commands.ts';
import { Field, Form, Toolbar } from '../ui/form.tsx';
import { Button, Facts } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { type DraftFields, lengths, type Quiz } from './draft-fields.ts';
import { focusQuestion, QuestionCard, type QuestionsProps } from './question-card.tsx';
import styles from './quiz.module.css';
import { quizTexts as texts } from './texts.ts';

const pauseMs = 400;

/** The form of a draft, with what its checks find as one types. */
export const DraftForm = ({
  quiz,
  fields,
  passages,
  onChoose,
}: QuestionsProps & { quiz: Quiz; fields: DraftFields }) => {
  const { id, revision } = quiz;
  const queries = useQueryClient();
  const { findings: problems, warnings } = useFindings(id, fields);
  const sent = useRef(fields.own);
  const edit = useWrite('quiz.edit', {
    onSuccess: ({ title, description, revision: next, ...stored }) => {
      const questions = quiz.questions.map((one, at) => ({ ...one, ...stored.questions[at] }));
      const saved = { ...quiz, title, description, questions, revision: next };
      queries.setQueryData(read('quiz.get', { id }).queryKey, saved);
      fields.saved(sent.current, saved);
      toast(texts.saved);
    },
  });
  const isSavable =
    fields.isChanged && fields.foreign.every(({ own }) => own === undefined) && !edit.isPending;
  const save = () => {
    if (!isSavable) return;
    sent.current = fields.own;
    edit.mutate({ id, revision, ...fields.edit });
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
  const findings = [...problems, ...warnings];
  const ids = quiz.questions.map((question) => question.id);
  const moveTo = (from: number, to: number) => async () => {
    const order = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? '');
    const { revision: next } = await write('quiz.edit', { id, revision, order });
    const questions = order.flatMap(
      (moved) => quiz.questions.find((one) => one.id === moved) ?? [],
    );
    const stored = { ...quiz, revision: next, questions };
    queries.setQueryData(read('quiz.get', { id }).queryKey, stored);
    // Once the question is where it goes.
    requestAnimationFrame(() => focusQuestion(to));
  };
  const actionsOf = (questionId: string, at: number): Action[] => [
    {
      ...{ text: texts.again, title: texts.againTitle(at + 1), asks: texts.againAsks },
      run: () => write('quiz.regenerate', { id, revision, questionId }),
      done: texts.againDone,
    },
    ...(at > 0
      ? [{ text: '↑', title: texts.up(at + 1), run: moveTo(at, at - 1), done: texts.moved }]
      : []),
    ...(at < ids.length - 1
      ? [{ text: '↓', title: texts.down(at + 1), run: moveTo(at, at + 1), done: texts.moved }]
      : []),
  ];
  const isOf = (question: number) => (finding: string) =>
    new RegExp(`questions\\.${question}\\b`).test(finding);
  return (
    <Form aria-label={texts.questions} onSubmit={save}>
      <Changed quiz={quiz} fields={fields} />
      <Standing refused={quiz.refused} findings={problems} warnings={warnings} />
      {text('title', 'title')}
      {text('description', 'description')}
      {quiz.questions.map((question, index) => (
        <QuestionCard key={question.id} index={index} onChoose={onChoose}>
          {text(`${question.id}.question`, 'question')}
          {question.options.map((_, at) => option(question.id, at))}
          {text(`${question.id}.explanation`, 'explanation')}
          <Actions actions={actionsOf(question.id, index)} />
          <Findings
            found={[
              ...findings.filter(isOf(index)),
              ...(quiz.editionText !== null && passages[index] === undefined
                ? [texts.noPassage]
                : []),
            ]}
          />
        </QuestionCard>
      ))}
      <footer className={`line end ${styles.footer}`}>
        {fields.isChanged && <span role="status">{texts.unsaved}</span>}
        <button type="submit" className="primary" disabled={!isSavable}>
          {texts.save}
        </button>
      </footer>
    </Form>
  );
};

/** What the service's checks say of the draft as it is written, a moment after the last key. */
const useFindings = (id: string, { edit }: DraftFields) => {
  const written = JSON.stringify(edit);
  const [checked, setChecked] = useState(written);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(written), pauseMs);
    return () => clearTimeout(timer);
  }, [written]);
  const { data } = useQuery({
    queryKey: ['quiz.edit', { id, checked }],
    queryFn: () => {
      const asked: DraftFields['edit'] = JSON.parse(checked);
      return write('quiz.edit', { ...asked, id, dryRun: true });
    },
    placeholderData: keepPreviousData,
  });
  return data ?? { findings: [], warnings: [] };
};

/** All that stands against publishing, each with the way to its question. */
const Standing = ({
  refused,
  findings,
  warnings,
}: {
  refused: boolean;
  findings: readonly string[];
  warnings: readonly string[];
}) => {
  if (findings.length + warnings.length === 0) return null;
  const list = (found: readonly string[]) => (
    <ul>
      {found.map((finding) => {
        const question = texts.questionOf(finding);
        const text = texts.finding(finding);
        return (
          <li key={finding}>
            {question === undefined ? (
              text
            ) : (
              <Button text={text} onClick={() => focusQuestion(question)} />
            )}
          </li>
        );
      })}
    </ul>
  );
  return (
    <section aria-label={texts.findings} className="warning stack">
      {refused && <p>{texts.refused}</p>}
      {findings.length > 0 && list(findings)}
      {warnings.length > 0 && (
        <>
          <strong>{texts.warnings}</strong>
          {list(warnings)}
        </>
      )}
    </section>
  );
};

const Findings = ({ found }: { found: readonly string[] }) => (
  <div role="status">
    {found.map((finding) => (
      <p key={finding} className="warning">
        {texts.finding(finding)}
      </p>
    ))}
  </div>
);

/** The texts that somebody else changed. Where both did, one chooses. */
const Changed = ({ quiz, fields }: { quiz: Quiz; fields: DraftFields }) => {
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
              <Button text={texts.useOwn} onClick={() => fields.settle(name, 'own')} />
              <Button text={texts.useTheirs} onClick={() => fields.settle(name, 'theirs')} />
            </Toolbar>
          )}
        </Fragment>
      ))}
    </div>
  );
};
