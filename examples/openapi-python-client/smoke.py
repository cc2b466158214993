"""Calls a leitor service through openapi-python-client's client; exits with an error at the first unexpected result."""

import os
from io import BytesIO
from pathlib import Path

from leitor import AuthenticatedClient, Client
from leitor.api.anexos import download_attachment, upload_attachments
from leitor.api.quiz import get_quiz, submit_quiz
from leitor.api.rankings import get_global_ranking, get_group_ranking
from leitor.api.relatorios import get_ticket_time_series
from leitor.api.tags import create_tag, delete_tag
from leitor.models import Attachment, CreateTag, QuizAnswer, ReportGrouping, SubmitQuiz
from leitor.models import UploadAttachments
from leitor.types import File


def check(holds, what):
    if not holds:
        raise SystemExit(f"not as it should be: {what}")


def client(address, token):
    return AuthenticatedClient(base_url=os.environ[address], token=os.environ[token])


agent = client("LEITOR_URL", "LEITOR_AGENT_TOKEN")
reader = client("LEITOR_URL", "LEITOR_READER_TOKEN")
ticket_id = int(os.environ["LEITOR_TICKET_ID"])

# Tags: a tag in use cannot be deleted.
tag = create_tag.sync(client=agent, body=CreateTag(name="Feita com httpx", color="#1D4ED8")).data
check(tag.name == "Feita com httpx" and not tag.is_default, "the created tag")
refused = delete_tag.sync_detailed(int(os.environ["LEITOR_USED_TAG_ID"]), client=agent)
check(refused.status_code == 400, "the status of the tag in use")
check(refused.headers["x-error-code"] == "tag-in-use", "its code")
check(refused.parsed.message.startswith("Tag está em uso"), "its text")

# Attachments: a download returns the uploaded bytes.
contents = Path(os.environ["LEITOR_FILE"]).read_bytes()
file = File(payload=BytesIO(contents), file_name="comprovante.png", mime_type="image/png")
body = UploadAttachments(arquivo=[file])
attachment = upload_attachments.sync(ticket_id, client=agent, body=body).data
check(isinstance(attachment, Attachment), "one file answers one attachment")
check(attachment.tipo_arquivo == "image/png", "its type")
downloaded = download_attachment.sync(attachment.id, client=agent)
check(downloaded.payload.read() == contents, "the downloaded bytes")

# A report.
report = get_ticket_time_series.sync(
    client=agent, main=os.environ["LEITOR_TICKET_CATEGORY"], agrupar_por=ReportGrouping.MES
)
check(report.data.agrupamento == ReportGrouping.MES, "the grouping of the report")

# The quiz: a second attempt is refused.
quiz = get_quiz.sync(os.environ["LEITOR_QUIZ_ID"], client=reader).data
answers = [QuizAnswer(field_id=one.id, answer=one.options[0]) for one in quiz.questions]
attempt = SubmitQuiz(quiz_id=quiz.id, answers=answers)
check(submit_quiz.sync(client=reader, body=attempt).data.total_questions == 10, "the questions")
check(submit_quiz.sync_detailed(client=reader, body=attempt).status_code == 403, "a second attempt")

# Rankings: they have an address of their own, and the group's failures the field `error`.
ranking = get_global_ranking.sync(client=Client(base_url=os.environ["LEITOR_STREAKS_URL"])).data
check(ranking.ranking[0].display_name == "Maria Souza", "the first of the ranking")
streaks = client("LEITOR_STREAKS_URL", "LEITOR_READER_TOKEN")
check(get_group_ranking.sync("nenhum", client=streaks).error == "Grupo não encontrado", "no group")
