import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

interface QuickReplyMatchRow {
  quickReplyId: number;
  /** The share of the question's words that the quick reply has, 0 to 1; rare words weigh more. */
  coverage: number;
}

const bounds = { lexemes: 16, quickReplies: 1_000, textLength: 5_000 };

/** Lists the quick replies that match a question, best first. */
export const listQuickReplyMatches = async (
  db: Db,
  question: { subject: string; text: string },
  limit: number,
): Promise<QuickReplyMatchRow[]> => {
  const { rows } = await sql<QuickReplyMatchRow>`
    with terms as materialized (
      select lexeme, 1 / ln(exp(1) + coalesce(ndoc, 1)) as weight
      from unnest(ticket_question_tsv(${question.subject}, ${question.text})) asked
      left join lexeme_df using (lexeme)
      order by coalesce(ndoc, 1), length(lexeme) desc, lexeme limit ${bounds.lexemes}
    ), replies as materialized (
      select id, to_tsvector('portuguese', title || ' ' || left(content, ${bounds.textLength})) as tsv
      from quick_replies order by id desc limit ${bounds.quickReplies}
    ), matched as (
      select id, (
        select coalesce(sum(weight) filter (where lexeme = any (tsvector_to_array(tsv))), 0) / sum(weight)
        from terms
      ) as coverage
      from replies
    )
    select id as "quickReplyId", coverage from matched where coverage > 0
    order by coverage desc, id desc limit ${limit}`.execute(db);
  return rows;
};

/** Lists the texts of quick replies in no particular order. */
export const listQuickReplyTexts = (
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; title: string; content: string }[]> =>
  db
    .selectFrom('quick_replies')
    .select(['id', 'title', 'content'])
    .where(sql<boolean>`id = any(${[...ids]}::integer[])`)
    .execute();
