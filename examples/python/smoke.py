"""Calls a leitor service through the generated client; exits with an error at the first unexpected result."""

import os
from pathlib import Path

import leitor


def check(holds, what):
    if not holds:
        raise SystemExit(f"not as it should be: {what}")


def refusal(call):
    """Expects the call to fail and returns the failure."""
    try:
        call()
    except leitor.ApiException as error:
        return error
    raise SystemExit("not as it should be: a call that must fail did not")


def client(address, token=None):
    # The rankings may have their own address: the one given here overrides the document's.
    configuration = leitor.Configuration(
        host=os.environ[address], access_token=token, ignore_operation_servers=True
    )
    return leitor.ApiClient(configuration)


agent = client("LEITOR_URL", os.environ["LEITOR_AGENT_TOKEN"])
reader = client("LEITOR_URL", os.environ["LEITOR_READER_TOKEN"])
ticket_id = int(os.environ["LEITOR_TICKET_ID"])

# Tags: create and delete one; a tag in use cannot be deleted.
tags = leitor.TagsApi(agent)
tag = tags.create_tag(leitor.CreateTag(name="Feita em Python", color="#1D4ED8")).data
check(tag.name == "Feita em Python" and not tag.is_default, "the created tag")
check(tag.id in [known.id for known in tags.list_tags().data], "the list has the created tag")
failure = refusal(lambda: tags.delete_tag(int(os.environ["LEITOR_USED_TAG_ID"])))
check(failure.status == 400, "the status of the tag in use")
check(failure.headers["X-Error-Code"] == leitor.FailureCode.TAG_IN_USE, "its code")
check(failure.data.success is False, "its envelope")
check(failure.data.message == "Tag está em uso em tickets e não pode ser excluída", "its text")
check(tags.delete_tag(tag.id).success, "the created tag is removed")

# Attachments: a download returns the uploaded bytes.
attachments = leitor.AnexosApi(agent)
contents = Path(os.environ["LEITOR_FILE"]).read_bytes()
uploaded = attachments.upload_attachments(ticket_id, arquivo=[("comprovante.png", contents)])
attachment = uploaded.data.actual_instance
check(isinstance(attachment, leitor.Attachment), "one file answers one attachment")
check(attachment.tipo_arquivo == "image/png", "its type")
check(attachments.download_attachment(attachment.id) == contents, "the downloaded bytes")
several = attachments.upload_attachments(
    ticket_id, arquivo=[("a.png", contents), ("b.png", contents)]
)
check(len(several.data.actual_instance) == 2, "two files answer a list of two")
check(len(attachments.list_ticket_attachments(ticket_id).data) == 3, "the list of attachments")

# A report.
report = leitor.RelatoriosApi(agent).get_ticket_time_series(
    main=os.environ["LEITOR_TICKET_CATEGORY"], agrupar_por=leitor.ReportGrouping.MES
)
check(report.data.agrupamento == leitor.ReportGrouping.MES, "the grouping of the report")
check(sum(point.total for point in report.data.serie) == 1, "the tickets of the report")
check(report.cache.hit is False, "the first report is not from the cache")

# The quiz: a second attempt is refused.
quizzes = leitor.QuizApi(reader)
quiz = quizzes.get_quiz(os.environ["LEITOR_QUIZ_ID"]).data
answers = [
    leitor.QuizAnswer(fieldId=question.id, answer=question.options[0])
    for question in quiz.questions
]
attempt = leitor.SubmitQuiz(quizId=quiz.id, answers=answers)
result = quizzes.submit_quiz(attempt).data
check(result.total_questions == len(quiz.questions) == 10, "the questions of the quiz")
right = sum(detail.is_correct for detail in result.details)
check(result.correct_answers == right, "the right answers are counted")
check(result.passed == (right >= result.min_required), "who passes")
failure = refusal(lambda: quizzes.submit_quiz(attempt))
check(failure.status == 403, "the status of a second attempt")
check(failure.data.message.startswith("você já tentou este quiz"), "its text")

# The day of a reader: today's quiz as answered, today's reading, the own place.
today = quizzes.get_todays_quiz().data
check(today.status == leitor.QuizStatus.ATTEMPTED and today.questions is None, "today's quiz")
check(today.result.correct_answers == right, "its result")
streaks = client("LEITOR_STREAKS_URL", os.environ["LEITOR_READER_TOKEN"])
reading = leitor.SequenciasApi(streaks).record_my_reading(record_reading=leitor.RecordReading()).data
check(reading.current_streak == 1, "the streak after today's reading")
place = leitor.RankingsApi(streaks).get_my_ranking(around=2).data
check(place.position is not None and place.position <= place.of, "the own place")

# The reader's own tickets and reminder; another person's ticket is not found.
mine = leitor.MeusTicketsApi(reader)
opened = mine.create_my_ticket(leitor.CreateMyTicket(subject="Dúvida", body="Não recebi.")).data
more = leitor.AddMyTicketMessage(body="Agora chegou.")
added = mine.add_my_ticket_message(opened.id, more).data
check(added.ticket_id == opened.id, "the ticket of the added message")
own = leitor.AnexosApi(reader)
own.upload_attachments(opened.id, arquivo=[("foto.png", contents)], mensagem_id=added.id)
thread = mine.get_my_ticket(opened.id).data
check([message.body for message in thread.messages] == ["Não recebi.", "Agora chegou."], "the thread")
check(thread.messages[0].var_from == leitor.MyTicketAuthor.READER, "its author")
check(thread.attachments[0].mensagem_id == added.id, "its file")
page = mine.list_my_tickets(limit=1).data
check(page.items[0].id == opened.id and page.next_cursor is not None, "the first page of own tickets")
page = mine.list_my_tickets(cursor=page.next_cursor).data
check([ticket.id for ticket in page.items] == [ticket_id], "the second page")
failure = refusal(lambda: mine.get_my_ticket(opened.id + 1))
check(failure.headers["X-Error-Code"] == leitor.FailureCode.TICKET_NOT_FOUND, "no such ticket")
reminders = leitor.SequenciasApi(streaks)
check(reminders.update_my_reminder(leitor.MyReminder(enabled=True)).data.enabled, "the reminder")
check(reminders.get_my_reminder().data.enabled, "the stored reminder")

# Rankings: the global one is public; failures of the group ranking use the field `error`.
ranking = leitor.RankingsApi(client("LEITOR_STREAKS_URL")).get_global_ranking().data.ranking
check(ranking[0].display_name == "Maria Souza", "the first of the ranking")
check(ranking[0].current_streak == 3, "the streak of the first")
rankings = leitor.RankingsApi(client("LEITOR_STREAKS_URL", os.environ["LEITOR_READER_TOKEN"]))
group = rankings.get_group_ranking(os.environ["LEITOR_GROUP_ID"]).data
check(group.group.member_count == len(group.ranking) == 2, "the members of the group")
check(group.ranking[0].display_name == "João Pereira", "the first of the group")
check(group.ranking[1].display_name == "Leitor Anônimo", "the member without an account")
check(group.ranking[1].last_interaction_date is None, "who never read")
failure = refusal(lambda: rankings.get_group_ranking("nenhum"))
check(failure.status == 404 and failure.data.error == "Grupo não encontrado", "an unknown group")
