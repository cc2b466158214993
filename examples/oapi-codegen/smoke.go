// Calls a leitor service through oapi-codegen's client; exits with an error at the first unexpected result.
package main

import (
	"bytes"
	"context"
	"log"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"strconv"

	"leitor.example/oapi-codegen/leitor"
)

var ctx = context.Background()

func main() {
	log.SetFlags(0)
	agent := client("LEITOR_URL", "LEITOR_AGENT_TOKEN")
	tags(agent)
	attachments(agent)
	quiz(client("LEITOR_URL", "LEITOR_READER_TOKEN"))
	rankings(client("LEITOR_STREAKS_URL", "LEITOR_READER_TOKEN"))
}

// A tag in use cannot be deleted.
func tags(api *leitor.ClientWithResponses) {
	created, err := api.CreateTagWithResponse(ctx, nil, leitor.CreateTag{Name: "Feita com oapi-codegen", Color: "#1D4ED8"})
	must(err)
	check(created.JSON201 != nil && !created.JSON201.Data.IsDefault, "the created tag")
	refused, err := api.DeleteTagWithResponse(ctx, number("LEITOR_USED_TAG_ID"), nil)
	must(err)
	check(refused.HTTPResponse.Header.Get("X-Error-Code") == "tag-in-use", "the code of the tag in use")
	check(refused.JSON400 != nil && !refused.JSON400.Success, "its envelope")
}

// The form is made by hand: oapi-codegen takes a body. A download returns the uploaded bytes.
func attachments(api *leitor.ClientWithResponses) {
	contents, err := os.ReadFile(given("LEITOR_FILE"))
	must(err)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", `form-data; name="arquivo"; filename="comprovante.png"`)
	header.Set("Content-Type", "image/png")
	part, err := form.CreatePart(header)
	must(err)
	_, err = part.Write(contents)
	must(err)
	must(form.Close())
	uploaded, err := api.UploadAttachmentsWithBodyWithResponse(ctx, number("LEITOR_TICKET_ID"), nil, form.FormDataContentType(), &body)
	must(err)
	check(uploaded.JSON201 != nil, "the upload")
	attachment, err := uploaded.JSON201.Data.AsAttachment()
	must(err)
	downloaded, err := api.DownloadAttachmentWithResponse(ctx, attachment.Id, nil)
	must(err)
	check(bytes.Equal(downloaded.Body, contents), "the downloaded bytes")
}

// A second attempt is refused.
func quiz(api *leitor.ClientWithResponses) {
	found, err := api.GetQuizWithResponse(ctx, given("LEITOR_QUIZ_ID"))
	must(err)
	check(found.JSON200 != nil, "the quiz")
	attempt := leitor.SubmitQuiz{QuizId: found.JSON200.Data.Id}
	for _, question := range found.JSON200.Data.Questions {
		attempt.Answers = append(attempt.Answers, leitor.QuizAnswer{FieldId: question.Id, Answer: question.Options[0]})
	}
	result, err := api.SubmitQuizWithResponse(ctx, nil, attempt)
	must(err)
	check(result.JSON200 != nil && int(result.JSON200.Data.TotalQuestions) == len(attempt.Answers), "the questions")
	again, err := api.SubmitQuizWithResponse(ctx, nil, attempt)
	must(err)
	check(again.StatusCode() == http.StatusForbidden, "the status of a second attempt")
}

// Failures of the group ranking use the field `error`.
func rankings(api *leitor.ClientWithResponses) {
	ranking, err := api.GetGlobalRankingWithResponse(ctx)
	must(err)
	check(ranking.JSON200 != nil && ranking.JSON200.Data.Ranking[0].DisplayName == "Maria Souza", "the first of the ranking")
	unknown, err := api.GetGroupRankingWithResponse(ctx, "nenhum")
	must(err)
	check(unknown.JSON404 != nil && unknown.JSON404.Error == "Grupo não encontrado", "an unknown group")
}

func client(address, token string) *leitor.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+given(token))
		return nil
	}
	api, err := leitor.NewClientWithResponses(given(address), leitor.WithRequestEditorFn(authorize))
	must(err)
	return api
}

func number(name string) int32 {
	value, err := strconv.ParseInt(given(name), 10, 32)
	must(err)
	return int32(value)
}

func given(name string) string {
	value := os.Getenv(name)
	check(value != "", name+" is set")
	return value
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func check(holds bool, what string) {
	if !holds {
		log.Fatal("not as it should be: ", what)
	}
}
