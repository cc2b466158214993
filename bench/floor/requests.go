package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// The other requests of the peers' table, each with the fewest statements that keep its promises.

const act = `, act as (
    insert into audit_log (at, actor, actor_email, role, channel, action, outcome, changes, target)
    select now(), 'floor', 'agente@exemplo.com.br', 'agent', 'http', 'floor', 'done', '[]', 'floor:' || written.id from written
  ) select * from written`

const insertTag = `with written as (
    insert into tags (name, color, is_default) values ($1, $2, false)
    returning id, name, color, is_default, created_at, updated_at)` + act

const rankMembers = `
  select row_number() over (order by coalesce(s.current_streak, 0) desc, coalesce(s.max_streak, 0) desc, m.added)::integer,
    coalesce(a.name, 'Leitor Anônimo'),
    left(m.email, least(2, strpos(m.email, '@') - 1)) || '***' || substr(m.email, strpos(m.email, '@')),
    coalesce(s.current_streak, 0), coalesce(s.max_streak, 0),
    to_char(s.last_interaction_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS')
  from group_members m left join streaks s on s.email = m.email left join accounts a on a.email = m.email
  where m.group_id = $1::text::uuid order by 1`

const countTickets = `
  select to_char(day, 'YYYY-MM-DD'), coalesce(sum(open), 0)::integer, coalesce(sum(in_progress), 0)::integer,
    coalesce(sum(resolved), 0)::integer, coalesce(sum(closed), 0)::integer
  from generate_series($1::text::date, $2::text::date, interval '1 day') as day
  left join ticket_counts on hour >= day at time zone 'America/Sao_Paulo' and hour < (day + interval '1 day') at time zone 'America/Sao_Paulo'
  group by day order by day`

const findQuiz = `
  select json_build_object('id', id, 'title', title, 'description', description, 'quizDate', quiz_date::text, 'questions', (
    select json_agg(json_build_object('id', id, 'question', question, 'options', options) order by position)
    from quiz_questions where quiz_id = q.id))::text
  from quizzes q where id = $1::text::uuid and not exists (select from quiz_attempts where quiz_id = q.id and email = $2)`

const submit = `with attempt as (
    insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
    values ($1::text::uuid, $2, $3::text::jsonb, $4, $4 >= 5, now()) returning quiz_id)
  select credited.current_streak from attempt join quizzes on id = quiz_id,
    credit_reading($2, quiz_date, (quiz_date + time '12:00') at time zone 'America/Sao_Paulo') credited`

const insertAttachment = `with written as (
    insert into attachments (ticket_id, uploader_email, name, path, type, state, size, sha256)
    select id, 'agente@exemplo.com.br', $2, $3, $4, 'ready', $5, $6 from tickets where id = $1 returning id, path)` + act

type period struct {
	Period                             string
	Open, InProgress, Resolved, Closed int
}

type file struct {
	ID   int
	Path string
}

// answer sends what a request of a person with a token makes, with the status if it succeeds.
func answer(status int, work func(r *http.Request, who claims) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, ok := authorized(r)
		if !ok {
			send(w, http.StatusUnauthorized, envelope{})
			return
		}
		data, err := work(r, who)
		if err != nil {
			send(w, http.StatusInternalServerError, envelope{false, err.Error()})
			return
		}
		send(w, status, envelope{true, data})
	}
}

func rows[T any](ctx context.Context, sql string, args ...any) ([]T, error) {
	found, err := pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowToStructByPos[T])
}

func createTag(r *http.Request, _ claims) (any, error) {
	var body tag
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return nil, err
	}
	return rows[tag](r.Context(), insertTag, body.Name, body.Color)
}

func groupRanking(r *http.Request, _ claims) (any, error) {
	return rows[entry](r.Context(), rankMembers, r.PathValue("id"))
}

type cachedReport struct {
	periods []period
	until   time.Time
}

var reports sync.Map

// report caches for a second: as long as the same range is asked for again, and shorter than ranges that vary take to repeat.
func report(r *http.Request, _ claims) (any, error) {
	if found, ok := reports.Load(r.URL.RawQuery); ok && found.(cachedReport).until.After(time.Now()) {
		return found.(cachedReport).periods, nil
	}
	query := r.URL.Query()
	periods, err := rows[period](r.Context(), countTickets, query.Get("data_inicio"), query.Get("data_fim"))
	reports.Store(r.URL.RawQuery, cachedReport{periods, time.Now().Add(time.Second)})
	return periods, err
}

func fetchQuiz(r *http.Request, who claims) (any, error) {
	var text string
	err := pool.QueryRow(r.Context(), findQuiz, r.PathValue("id"), who.Email).Scan(&text)
	return json.RawMessage(text), err
}

func submitQuiz(r *http.Request, who claims) (any, error) {
	var body struct {
		QuizID  string
		Answers []struct{ FieldID, Answer string }
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return nil, err
	}
	given, correct := map[string]string{}, 0
	for _, one := range body.Answers {
		given[one.FieldID] = one.Answer
		if one.Answer == "A resposta certa" {
			correct++
		}
	}
	text, _ := json.Marshal(given)
	var streak int
	err := pool.QueryRow(r.Context(), submit, body.QuizID, who.Email, string(text), correct).Scan(&streak)
	return given, err
}

func upload(r *http.Request, _ claims) (any, error) {
	ticket, err := strconv.Atoi(r.PathValue("id"))
	parts, failed := r.MultipartReader()
	if err != nil || failed != nil {
		return nil, http.ErrNotMultipart
	}
	part, err := parts.NextPart()
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(os.Getenv("FILES"), "support", r.PathValue("id"))
	_ = os.MkdirAll(folder, 0o755)
	target, err := os.CreateTemp(folder, "floor-")
	if err != nil {
		return nil, err
	}
	defer target.Close()
	hash := sha256.New()
	size, err := io.Copy(target, io.TeeReader(part, hash))
	if err == nil {
		err = target.Sync()
	}
	if parent, opened := os.Open(folder); opened == nil {
		_ = parent.Sync()
		_ = parent.Close()
	}
	if err != nil {
		return nil, err
	}
	path, _ := filepath.Rel(os.Getenv("FILES"), target.Name())
	return rows[file](r.Context(), insertAttachment, ticket, part.FileName(), path, part.Header.Get("Content-Type"), size, hash.Sum(nil))
}

func download(w http.ResponseWriter, r *http.Request) {
	if _, ok := authorized(r); !ok {
		send(w, http.StatusUnauthorized, envelope{})
		return
	}
	var path string
	id, _ := strconv.Atoi(r.PathValue("id"))
	err := pool.QueryRow(r.Context(), "select path from attachments where id = $1 and state = 'ready'", id).Scan(&path)
	if err != nil {
		send(w, http.StatusNotFound, envelope{})
		return
	}
	http.ServeFile(w, r, filepath.Join(os.Getenv("FILES"), path))
}
