import br.com.leitor.client.ApiClient;
import br.com.leitor.client.ApiException;
import br.com.leitor.client.api.AnexosApi;
import br.com.leitor.client.api.MeusTicketsApi;
import br.com.leitor.client.api.QuizApi;
import br.com.leitor.client.api.RankingsApi;
import br.com.leitor.client.api.RelatoriosApi;
import br.com.leitor.client.api.SequenciasApi;
import br.com.leitor.client.api.TagsApi;
import br.com.leitor.client.model.AddMyTicketMessage;
import br.com.leitor.client.model.CreateMyTicket;
import br.com.leitor.client.model.CreateTag;
import br.com.leitor.client.model.Failure;
import br.com.leitor.client.model.FailureCode;
import br.com.leitor.client.model.GroupRankingFailure;
import br.com.leitor.client.model.MyReminder;
import br.com.leitor.client.model.MyTicketAuthor;
import br.com.leitor.client.model.QuizAnswer;
import br.com.leitor.client.model.QuizAnswerDetail;
import br.com.leitor.client.model.QuizStatus;
import br.com.leitor.client.model.RecordReading;
import br.com.leitor.client.model.ReportGrouping;
import br.com.leitor.client.model.SubmitQuiz;
import br.com.leitor.client.model.TimeSeriesPoint;
import java.io.File;
import java.nio.file.Files;
import java.util.List;

/** Calls a leitor service through the generated client; exits with an error at the first unexpected result. */
public class Smoke {
  public static void main(String[] args) throws Exception {
    ApiClient agent = client("LEITOR_URL", given("LEITOR_AGENT_TOKEN"));
    ApiClient reader = client("LEITOR_URL", given("LEITOR_READER_TOKEN"));
    int ticketId = Integer.parseInt(given("LEITOR_TICKET_ID"));
    tags(new TagsApi(agent));
    attachments(new AnexosApi(agent), ticketId);
    report(new RelatoriosApi(agent));
    quiz(new QuizApi(reader));
    day(new QuizApi(reader));
    ownTickets(new MeusTicketsApi(reader), new AnexosApi(reader), ticketId);
    rankings();
    // Idle connection threads would keep the program running for a minute.
    System.exit(0);
  }

  /** Creates and deletes a tag; a tag in use cannot be deleted. */
  static void tags(TagsApi api) throws Exception {
    var tag = api.createTag(new CreateTag().name("Feita em Java").color("#1D4ED8"), null).getData();
    check(tag.getName().equals("Feita em Java") && !tag.getIsDefault(), "the created tag");
    check(api.listTags().getData().contains(tag), "the list has the created tag");
    int inUse = Integer.parseInt(given("LEITOR_USED_TAG_ID"));
    ApiException refused = refusal(() -> api.deleteTag(inUse, null));
    check(refused.getCode() == 400, "the status of the tag in use");
    String code = refused.getResponseHeaders().get("X-Error-Code").get(0);
    check(FailureCode.fromValue(code) == FailureCode.TAG_IN_USE, "its code");
    Failure failure = Failure.fromJson(refused.getResponseBody());
    check(!failure.getSuccess(), "its envelope");
    check(failure.getMessage().equals("Tag está em uso em tickets e não pode ser excluída"), "its text");
    check(api.deleteTag(tag.getId(), null).getSuccess(), "the created tag is removed");
  }

  /** A download returns the uploaded bytes. */
  static void attachments(AnexosApi api, int ticketId) throws Exception {
    File file = new File(given("LEITOR_FILE"));
    var attachment =
        api.uploadAttachments(ticketId, List.of(file), null, null).getData().getAttachment();
    check(attachment.getNomeArquivo().equals(file.getName()), "the name of the attachment");
    check(attachment.getTipoArquivo().equals("image/png"), "its type");
    File downloaded = api.downloadAttachment(attachment.getId(), null, null, null);
    check(Files.mismatch(downloaded.toPath(), file.toPath()) == -1, "the downloaded bytes");
    Files.delete(downloaded.toPath());
    var several = api.uploadAttachments(ticketId, List.of(file, file), null, null).getData();
    check(several.getListAttachment().size() == 2, "two files answer a list of two");
    check(api.listTicketAttachments(ticketId).getData().size() == 3, "the list of attachments");
  }

  static void report(RelatoriosApi api) throws Exception {
    var report =
        api.getTicketTimeSeries(
            null, null, given("LEITOR_TICKET_CATEGORY"), null, ReportGrouping.MES);
    check(report.getData().getAgrupamento() == ReportGrouping.MES, "the grouping of the report");
    int tickets = report.getData().getSerie().stream().mapToInt(TimeSeriesPoint::getTotal).sum();
    check(tickets == 1, "the tickets of the report");
    check(!report.getCache().getHit(), "the first report is not from the cache");
  }

  /** A second attempt is refused. */
  static void quiz(QuizApi api) throws Exception {
    var quiz = api.getQuiz(given("LEITOR_QUIZ_ID")).getData();
    var attempt = new SubmitQuiz().quizId(quiz.getId());
    for (var question : quiz.getQuestions()) {
      attempt.addAnswersItem(
          new QuizAnswer().fieldId(question.getId()).answer(question.getOptions().get(0)));
    }
    var result = api.submitQuiz(attempt, null).getData();
    long right = result.getDetails().stream().filter(QuizAnswerDetail::getIsCorrect).count();
    check(result.getTotalQuestions() == 10, "the questions of the quiz");
    check(result.getCorrectAnswers() == right, "the right answers are counted");
    check(result.getPassed() == (right >= result.getMinRequired()), "who passes");
    ApiException refused = refusal(() -> api.submitQuiz(attempt, null));
    check(refused.getCode() == 403, "the status of a second attempt");
    Failure failure = Failure.fromJson(refused.getResponseBody());
    check(failure.getMessage().startsWith("você já tentou este quiz"), "its text");
  }

  /** Today's quiz as answered, today's reading, the own place. */
  static void day(QuizApi quizzes) throws Exception {
    var today = quizzes.getTodaysQuiz().getData();
    check(today.getStatus() == QuizStatus.ATTEMPTED, "today's quiz");
    check(today.getResult() != null, "its result");
    String token = given("LEITOR_READER_TOKEN");
    SequenciasApi streaks = new SequenciasApi(client("LEITOR_STREAKS_URL", token));
    streaks.setCustomBaseUrl(given("LEITOR_STREAKS_URL"));
    var reading = streaks.recordMyReading(null, new RecordReading()).getData();
    check(reading.getCurrentStreak() == 1, "the streak after today's reading");
    streaks.updateMyReminder(new MyReminder().enabled(true), null);
    check(streaks.getMyReminder().getData().getEnabled(), "the stored reminder");
    var place = rankingsAs(token).getMyRanking(2).getData();
    check(place.getPosition() != null && place.getPosition() <= place.getOf(), "the own place");
  }

  /** The reader's own tickets; another person's ticket is not found. */
  static void ownTickets(MeusTicketsApi api, AnexosApi files, int ticketId) throws Exception {
    var ticket = new CreateMyTicket().subject("Dúvida").body("Não recebi.");
    int opened = api.createMyTicket(ticket, null).getData().getId();
    var message = new AddMyTicketMessage().body("Agora chegou.");
    var added = api.addMyTicketMessage(opened, message, null).getData();
    check(added.getTicketId() == opened, "the ticket of the added message");
    files.uploadAttachments(opened, List.of(new File(given("LEITOR_FILE"))), null, added.getId());
    var thread = api.getMyTicket(opened, null, null).getData();
    check(thread.getMessages().get(1).getBody().equals("Agora chegou."), "the thread");
    check(thread.getMessages().get(0).getFrom() == MyTicketAuthor.READER, "its author");
    check(thread.getAttachments().get(0).getMensagemId().equals(added.getId()), "its file");
    var page = api.listMyTickets(null, 1).getData();
    check(page.getItems().get(0).getId() == opened, "the first page of own tickets");
    var rest = api.listMyTickets(page.getNextCursor(), null).getData().getItems();
    check(rest.size() == 1 && rest.get(0).getId() == ticketId, "the second page");
    ApiException refused = refusal(() -> api.getMyTicket(opened + 1, null, null));
    check(refused.getCode() == 404, "no such ticket");
  }

  /** The global ranking is public; failures of the group ranking use the field `error`. */
  static void rankings() throws Exception {
    var first = rankingsAs(null).getGlobalRanking().getData().getRanking().get(0);
    check(first.getDisplayName().equals("Maria Souza"), "the first of the ranking");
    check(first.getCurrentStreak() == 3, "the streak of the first");
    RankingsApi api = rankingsAs(given("LEITOR_READER_TOKEN"));
    var group = api.getGroupRanking(given("LEITOR_GROUP_ID")).getData();
    check(group.getGroup().getMemberCount() == 2, "the members of the group");
    check(group.getRanking().get(0).getDisplayName().equals("João Pereira"), "the first of the group");
    var last = group.getRanking().get(1);
    check(last.getDisplayName().equals("Leitor Anônimo"), "the member without an account");
    check(last.getLastInteractionDate() == null, "who never read");
    ApiException refused = refusal(() -> api.getGroupRanking("nenhum"));
    var failure = GroupRankingFailure.fromJson(refused.getResponseBody());
    check(refused.getCode() == 404, "the status of an unknown group");
    check(failure.getError().equals("Grupo não encontrado"), "its text");
  }

  /** The rankings may have their own address: the one set here overrides the document's. */
  static RankingsApi rankingsAs(String token) {
    RankingsApi api = new RankingsApi(client("LEITOR_STREAKS_URL", token));
    api.setCustomBaseUrl(given("LEITOR_STREAKS_URL"));
    return api;
  }

  static ApiClient client(String address, String token) {
    ApiClient client = new ApiClient().setBasePath(given(address));
    if (token != null) client.setBearerToken(token);
    return client;
  }

  interface Call {
    void run() throws ApiException;
  }

  /** Expects the call to fail and returns the failure. */
  static ApiException refusal(Call call) {
    try {
      call.run();
    } catch (ApiException refused) {
      return refused;
    }
    throw new AssertionError("a call that must fail did not");
  }

  static String given(String name) {
    String value = System.getenv(name);
    check(value != null, name + " is set");
    return value;
  }

  static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError("not as it should be: " + what);
  }
}
