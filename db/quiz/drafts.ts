import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { AnsweredQuestionRow, QuizRow } from './quiz.ts';

export type DraftQuestion = Omit<
  AnsweredQuestionRow,
  'position' | 'formerAnswers' | 'formerOptions' | 'annulled'
>;

/** A quiz that is not published yet. */
export interface QuizDraftRow extends Omit<QuizRow, 'minCorrectAnswers'> {
  editionId: string;
  editionTitle: string;
  /** Null for drafts older than this column. */
  editionText: string | null;
  questions: DraftQuestion[];
  held: boolean;
  heldReason: string | null;
  createdAt: Date;
  /** Increases with every change. */
  revision: number;
  /** True if the checks refused the model's text and no editor has corrected it. */
  refused: boolean;
  /** The moment at which an editor last changed its texts; null if none did. */
  editedAt: Date | null;
}

type QuizDraftSummaryRow = Pick<
  QuizDraftRow,
  'id' | 'quizDate' | 'title' | 'description' | 'editionTitle' | 'held' | 'refused' | 'createdAt'
>;

const summaryColumns = [
  'id',
  sql<string>`quiz_date::text`.as('quizDate'),
  'title',
  'description',
  'edition_title as editionTitle',
  'held',
  'refused',
  'created_at as createdAt',
] as const;

const columns = [
  ...summaryColumns,
  'edition_id as editionId',
  'edition_text as editionText',
  'questions',
  'held_reason as heldReason',
  'revision',
  'edited_at as editedAt',
] as const;

export type NewQuizDraft = Omit<QuizDraftRow, 'id' | 'revision' | 'editedAt'>;

/** Stores a draft and returns its id. Violates `quiz_drafts_quiz_date_key` if its date already has one. */
export const insertQuizDraft = async (tx: Tx, draft: NewQuizDraft): Promise<string> => {
  const { id } = await tx
    .insertInto('quiz_drafts')
    .values({
      quiz_date: draft.quizDate,
      title: draft.title,
      description: draft.description,
      edition_id: draft.editionId,
      edition_title: draft.editionTitle,
      edition_text: draft.editionText,
      questions: JSON.stringify(draft.questions),
      created_at: draft.createdAt,
      refused: draft.refused,
      held: draft.held,
      held_reason: draft.heldReason,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const findQuizDraft = (db: Db, id: string): Promise<QuizDraftRow | undefined> =>
  db.selectFrom('quiz_drafts').select(columns).where('id', '=', id).executeTakeFirst();

export const lockQuizDraft = (tx: Tx, id: string): Promise<QuizDraftRow | undefined> =>
  tx.selectFrom('quiz_drafts').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export const findQuizDraftByDate = (db: Db, quizDate: string): Promise<QuizDraftRow | undefined> =>
  db
    .selectFrom('quiz_drafts')
    .select(columns)
    .where('quiz_date', '=', sql<never>`${quizDate}::date`)
    .executeTakeFirst();

export const lockQuizDraftByDate = (tx: Tx, quizDate: string): Promise<QuizDraftRow | undefined> =>
  tx
    .selectFrom('quiz_drafts')
    .select(columns)
    .where('quiz_date', '=', sql<never>`${quizDate}::date`)
    .forUpdate()
    .executeTakeFirst();

/** Lists drafts without their questions, latest date first. */
export const listQuizDrafts = (db: Db, limit: number): Promise<QuizDraftSummaryRow[]> =>
  db
    .selectFrom('quiz_drafts')
    .select(summaryColumns)
    .orderBy('quiz_date', 'desc')
    .limit(limit)
    .execute();

/** Changes a locked draft; returns its new revision. */
export const updateQuizDraft = async (
  tx: Tx,
  id: string,
  changes: Partial<
    Pick<
      QuizDraftRow,
      'title' | 'description' | 'questions' | 'held' | 'heldReason' | 'refused' | 'editedAt'
    >
  >,
): Promise<number> => {
  const { questions, heldReason, editedAt, ...rest } = changes;
  const { revision } = await tx
    .updateTable('quiz_drafts')
    .set({
      ...rest,
      ...(questions && { questions: JSON.stringify(questions) }),
      ...(heldReason !== undefined && { held_reason: heldReason }),
      ...(editedAt !== undefined && { edited_at: editedAt }),
    })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
};

export const deleteQuizDraftByDate = async (tx: Tx, quizDate: string): Promise<void> => {
  await tx
    .deleteFrom('quiz_drafts')
    .where('quiz_date', '=', sql<never>`${quizDate}::date`)
    .execute();
};

export const deleteQuizDraft = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('quiz_drafts').where('id', '=', id).execute();
};
