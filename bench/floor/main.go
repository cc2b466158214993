// The floor: the peers' requests on Go's net/http and pgx, as far down as a general-purpose runtime goes. A reference for their table,
// not a peer: it has no validation, limits, metrics or ids.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const listTags = `select id, name, color, is_default, created_at, updated_at from tags order by name collate "pt-BR-x-icu"`

const rankReaders = `
  select row_number() over (order by s.current_streak desc, s.max_streak desc, s.seniority desc, s.email)::integer,
    coalesce(a.name, 'Leitor Anônimo'),
    left(s.email, least(2, strpos(s.email, '@') - 1)) || '***' || substr(s.email, strpos(s.email, '@')),
    s.current_streak, s.max_streak,
    to_char(s.last_interaction_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS')
  from streaks s left join accounts a on a.email = s.email
  where s.current_streak > 0 and s.last_interaction_at >= now() - interval '168 hours'
  order by 1 limit 100`

type tag struct {
	ID        int       `json:"id"`
	Name      string    `json:"name"`
	Color     string    `json:"color"`
	IsDefault bool      `json:"isDefault"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

type entry struct {
	Position            int     `json:"position"`
	DisplayName         string  `json:"displayName"`
	Email               string  `json:"email"`
	CurrentStreak       int     `json:"currentStreak"`
	MaxStreak           int     `json:"maxStreak"`
	LastInteractionDate *string `json:"lastInteractionDate"`
}

type envelope struct {
	Success bool `json:"success"`
	Data    any  `json:"data"`
}

type ranking struct {
	Ranking     json.RawMessage `json:"ranking"`
	LastUpdated time.Time       `json:"lastUpdated"`
	CacheInfo   struct {
		Cached bool `json:"cached"`
		TTL    int  `json:"ttl"`
	} `json:"cacheInfo"`
}

var (
	pool   *pgxpool.Pool
	secret = []byte(os.Getenv("AUTH_JWT_SECRET"))
)

type claims struct {
	Exp   int64  `json:"exp"`
	Email string `json:"email"`
}

// authorized checks the signature and the expiry of an HS256 token.
func authorized(r *http.Request) (who claims, valid bool) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	dot := strings.LastIndexByte(token, '.')
	if !ok || dot < 0 {
		return who, false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(token[:dot]))
	given, err := base64.RawURLEncoding.DecodeString(token[dot+1:])
	if err != nil || !hmac.Equal(given, mac.Sum(nil)) {
		return who, false
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	return who, err == nil && json.Unmarshal(payload, &who) == nil && who.Exp > time.Now().Unix()
}

func send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func tags(r *http.Request, _ claims) (any, error) {
	return rows[tag](r.Context(), listTags)
}

var cache struct {
	sync.Mutex
	text    json.RawMessage
	made    time.Time
	expires time.Time
}

// nextDawn is the next 05:00 in São Paulo, which is 08:00 UTC.
func nextDawn(now time.Time) time.Time {
	dawn := now.UTC().Truncate(24 * time.Hour).Add(8 * time.Hour)
	if !dawn.After(now) {
		dawn = dawn.Add(24 * time.Hour)
	}
	return dawn
}

func globalRanking(w http.ResponseWriter, r *http.Request) {
	now := time.Now()
	cache.Lock()
	defer cache.Unlock()
	cached := cache.expires.After(now)
	if !cached {
		entries, err := rows[entry](r.Context(), rankReaders)
		if err != nil {
			send(w, http.StatusInternalServerError, envelope{})
			return
		}
		cache.text, _ = json.Marshal(entries)
		cache.made, cache.expires = now, nextDawn(now)
	}
	body := ranking{Ranking: cache.text, LastUpdated: cache.made}
	body.CacheInfo.Cached, body.CacheInfo.TTL = cached, int(time.Until(cache.expires).Seconds())
	send(w, http.StatusOK, envelope{true, body})
}

func main() {
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	config.MaxConns = 16
	if pool, err = pgxpool.NewWithConfig(context.Background(), config); err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { send(w, http.StatusOK, envelope{Success: true}) })
	http.HandleFunc("GET /support/tags", answer(http.StatusOK, tags))
	http.HandleFunc("POST /support/tags", answer(http.StatusCreated, createTag))
	http.HandleFunc("GET /streaks/ranking/global", globalRanking)
	http.HandleFunc("GET /streaks/groups/{id}/ranking", answer(http.StatusOK, groupRanking))
	http.HandleFunc("GET /support/relatorios/serie-temporal", answer(http.StatusOK, report))
	http.HandleFunc("GET /quiz/{id}", answer(http.StatusOK, fetchQuiz))
	http.HandleFunc("POST /quiz/submit", answer(http.StatusOK, submitQuiz))
	http.HandleFunc("POST /support/{id}/anexos", answer(http.StatusCreated, upload))
	http.HandleFunc("GET /support/anexos/{id}/download", download)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
