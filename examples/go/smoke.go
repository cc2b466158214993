// Calls a leitor service through the generated client; exits with an error at the first unexpected result.
package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	leitor "leitor.example/clients/leitor"
)

func main() {
	log.SetFlags(0)
	api := client("LEITOR_URL")
	agent := as("LEITOR_AGENT_TOKEN")
	reader := as("LEITOR_READER_TOKEN")
	tags(api.TagsAPI, agent)
	attachments(api.AnexosAPI, agent)
	report(api.RelatoriosAPI, agent)
	quiz(api.QuizAPI, reader)
	streaks := client("LEITOR_STREAKS_URL")
	day(api.QuizAPI, streaks, reader)
	ownTickets(api, reader)
	rankings(streaks.RankingsAPI, reader)
}

// Creates and deletes a tag; a tag in use cannot be deleted.
func tags(api *leitor.TagsAPIService, ctx context.Context) {
	created, _, err := api.CreateTag(ctx).CreateTag(*leitor.NewCreateTag("Feita em Go", "#1D4ED8")).Execute()
	must(err)
	tag := created.Data
	check(tag.Name == "Feita em Go" && !tag.IsDefault, "the created tag")
	listed, _, err := api.ListTags(ctx).Execute()
	must(err)
	found := false
	for _, known := range listed.Data {
		found = found || known.Id == tag.Id
	}
	check(found, "the list has the created tag")

	_, response, err := api.DeleteTag(ctx, number("LEITOR_USED_TAG_ID")).Execute()
	failure := modelOf[leitor.Failure](err)
	check(response.StatusCode == http.StatusBadRequest, "the status of the tag in use")
	code := leitor.FailureCode(response.Header.Get("X-Error-Code"))
	check(code == leitor.FAILURECODE_TAG_IN_USE, "its code")
	check(!failure.Success, "its envelope")
	check(failure.Message == "Tag está em uso em tickets e não pode ser excluída", "its text")
	removed, _, err := api.DeleteTag(ctx, tag.Id).Execute()
	must(err)
	check(removed.Success, "the created tag is removed")
}

// A download returns the uploaded bytes.
func attachments(api *leitor.AnexosAPIService, ctx context.Context) {
	ticketID := number("LEITOR_TICKET_ID")
	uploaded, _, err := api.UploadAttachments(ctx, ticketID).Arquivo([]*os.File{open()}).Execute()
	must(err)
	attachment := uploaded.Data.Attachment
	check(attachment != nil, "one file answers one attachment")
	check(attachment.TipoArquivo == "image/png", "its type")
	file, _, err := api.DownloadAttachment(ctx, attachment.Id).Execute()
	must(err)
	defer os.Remove(file.Name())
	downloaded, err := io.ReadAll(file)
	must(err)
	contents, err := os.ReadFile(given("LEITOR_FILE"))
	must(err)
	check(bytes.Equal(downloaded, contents), "the downloaded bytes")

	several, _, err := api.UploadAttachments(ctx, ticketID).Arquivo([]*os.File{open(), open()}).Execute()
	must(err)
	list := several.Data.ArrayOfAttachment
	check(list != nil && len(*list) == 2, "two files answer a list of two")
	listed, _, err := api.ListTicketAttachments(ctx, ticketID).Execute()
	must(err)
	check(len(listed.Data) == 3, "the list of attachments")
}

func report(api *leitor.RelatoriosAPIService, ctx context.Context) {
	series, _, err := api.GetTicketTimeSeries(ctx).
		Main(given("LEITOR_TICKET_CATEGORY")).
		AgruparPor(leitor.REPORTGROUPING_MES).
		Execute()
	must(err)
	check(series.Data.Agrupamento == leitor.REPORTGROUPING_MES, "the grouping of the report")
	tickets := int32(0)
	for _, point := range series.Data.Serie {
		tickets += point.Total
	}
	check(tickets == 1, "the tickets of the report")
	check(!series.Cache.Hit, "the first report is not from the cache")
}

// A second attempt is refused.
func quiz(api *leitor.QuizAPIService, ctx context.Context) {
	found, _, err := api.GetQuiz(ctx, given("LEITOR_QUIZ_ID")).Execute()
	must(err)
	answers := []leitor.QuizAnswer{}
	for _, question := range found.Data.Questions {
		answers = append(answers, *leitor.NewQuizAnswer(question.Id, question.Options[0]))
	}
	attempt := *leitor.NewSubmitQuiz(found.Data.Id, answers)
	submitted, _, err := api.SubmitQuiz(ctx).SubmitQuiz(attempt).Execute()
	must(err)
	result := submitted.Data
	right := int32(0)
	for _, detail := range result.Details {
		if detail.IsCorrect {
			right++
		}
	}
	check(result.TotalQuestions == 10, "the questions of the quiz")
	check(result.CorrectAnswers == right, "the right answers are counted")
	check(result.Passed == (right >= result.MinRequired), "who passes")

	_, response, err := api.SubmitQuiz(ctx).SubmitQuiz(attempt).Execute()
	failure := modelOf[leitor.Failure](err)
	check(response.StatusCode == http.StatusForbidden, "the status of a second attempt")
	check(strings.HasPrefix(failure.Message, "você já tentou este quiz"), "its text")
}

// Today's quiz as answered, today's reading, the own place.
func day(quizzes *leitor.QuizAPIService, streaks *leitor.APIClient, reader context.Context) {
	today, _, err := quizzes.GetTodaysQuiz(reader).Execute()
	must(err)
	check(today.Data.Status == leitor.QUIZSTATUS_ATTEMPTED, "today's quiz")
	check(today.Data.Result != nil && len(today.Data.Questions) == 0, "its result")
	reading, _, err := streaks.SequenciasAPI.RecordMyReading(reader).
		RecordReading(*leitor.NewRecordReading()).
		Execute()
	must(err)
	check(reading.Data.CurrentStreak == 1, "the streak after today's reading")
	_, _, err = streaks.SequenciasAPI.UpdateMyReminder(reader).
		MyReminder(*leitor.NewMyReminder(true)).
		Execute()
	must(err)
	reminder, _, err := streaks.SequenciasAPI.GetMyReminder(reader).Execute()
	must(err)
	check(reminder.Data.Enabled, "the stored reminder")
	place, _, err := streaks.RankingsAPI.GetMyRanking(reader).Around(2).Execute()
	must(err)
	position := place.Data.Position.Get()
	check(position != nil && *position <= place.Data.Of, "the own place")
}

// The reader's own tickets; another person's ticket is not found.
func ownTickets(client *leitor.APIClient, reader context.Context) {
	api := client.MeusTicketsAPI
	opened, _, err := api.CreateMyTicket(reader).
		CreateMyTicket(*leitor.NewCreateMyTicket("Dúvida", "Não recebi.")).
		Execute()
	must(err)
	id := opened.Data.Id
	added, _, err := api.AddMyTicketMessage(reader, id).
		AddMyTicketMessage(*leitor.NewAddMyTicketMessage("Agora chegou.")).
		Execute()
	must(err)
	check(added.Data.TicketId == id, "the ticket of the added message")
	_, _, err = client.AnexosAPI.UploadAttachments(reader, id).
		Arquivo([]*os.File{open()}).
		MensagemId(added.Data.Id).
		Execute()
	must(err)
	thread, _, err := api.GetMyTicket(reader, id).Execute()
	must(err)
	messages := thread.Data.Messages
	check(len(messages) == 2 && messages[1].Body == "Agora chegou.", "the thread")
	check(messages[0].From == leitor.MYTICKETAUTHOR_READER, "its author")
	check(*thread.Data.Attachments[0].MensagemId == added.Data.Id, "its file")
	page, _, err := api.ListMyTickets(reader).Limit(1).Execute()
	must(err)
	check(page.Data.Items[0].Id == id, "the first page of own tickets")
	rest, _, err := api.ListMyTickets(reader).Cursor(*page.Data.NextCursor.Get()).Execute()
	must(err)
	items := rest.Data.Items
	check(len(items) == 1 && items[0].Id == number("LEITOR_TICKET_ID"), "the second page")
	_, response, err := api.GetMyTicket(reader, id+1).Execute()
	check(err != nil && response.StatusCode == http.StatusNotFound, "no such ticket")
}

// The global ranking is public; failures of the group ranking use the field `error`.
func rankings(api *leitor.RankingsAPIService, reader context.Context) {
	global, _, err := api.GetGlobalRanking(context.Background()).Execute()
	must(err)
	check(global.Data.Ranking[0].DisplayName == "Maria Souza", "the first of the ranking")
	check(global.Data.Ranking[0].CurrentStreak == 3, "the streak of the first")
	group, _, err := api.GetGroupRanking(reader, given("LEITOR_GROUP_ID")).Execute()
	must(err)
	members := group.Data.Ranking
	check(group.Data.Group.MemberCount == 2 && len(members) == 2, "the members of the group")
	check(members[0].DisplayName == "João Pereira", "the first of the group")
	check(members[1].DisplayName == "Leitor Anônimo", "the member without an account")
	check(members[1].LastInteractionDate.Get() == nil, "who never read")

	_, response, err := api.GetGroupRanking(reader, "nenhum").Execute()
	failure := modelOf[leitor.GroupRankingFailure](err)
	check(response.StatusCode == http.StatusNotFound, "the status of an unknown group")
	check(failure.Error == "Grupo não encontrado", "its text")
}

func client(address string) *leitor.APIClient {
	configuration := leitor.NewConfiguration()
	configuration.Servers = leitor.ServerConfigurations{{URL: given(address)}}
	// The document's address of the rankings would override the one above.
	configuration.OperationServers = nil
	return leitor.NewAPIClient(configuration)
}

func as(token string) context.Context {
	return context.WithValue(context.Background(), leitor.ContextAccessToken, given(token))
}

// failureOf returns the failure body of a call that must have failed.
func modelOf[Model any](err error) Model {
	var refused *leitor.GenericOpenAPIError
	check(errors.As(err, &refused), "a call that must fail did not")
	model, known := refused.Model().(Model)
	check(known, "the envelope of the failure: "+string(refused.Body()))
	return model
}

// The client closes it.
func open() *os.File {
	file, err := os.Open(given("LEITOR_FILE"))
	must(err)
	return file
}

func given(name string) string {
	value := os.Getenv(name)
	check(value != "", name+" is set")
	return value
}

func number(name string) int32 {
	value, err := strconv.ParseInt(given(name), 10, 32)
	must(err)
	return int32(value)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func check(holds bool, what string) {
	if !holds {
		log.Fatal("not as it should be: " + what)
	}
}
