"""Schemathesis hooks: real ids and files so that many generated requests succeed, and a count of the responses.

Only valid values are replaced; deliberately invalid values and values taken from earlier responses are kept.
"""

import atexit
import json
import os
import re
from collections import Counter
from pathlib import Path
from zlib import crc32

import schemathesis
from schemathesis.core import NotSet
from schemathesis.core.parameters import ParameterLocation
from schemathesis.transport.serialization import Binary

DATA = json.loads(Path(os.environ["LEITOR_CONFORMANCE_DATA"]).read_text(encoding="utf-8"))
FIXTURES = Path(__file__).parents[2] / "test" / "fixtures"

# Of each kind of check one: the attachments' own tests upload every type.
FILES = {"image/jpeg": "foto.jpg", "application/pdf": "planilha.pdf", "text/csv": "planilha.csv"}

TICKETS = [ticket["id"] for ticket in DATA["tickets"]]
PATH_IDS = {
    "uploadAttachments": ("id", TICKETS),
    "listTicketAttachments": ("id", TICKETS),
    "downloadAttachment": ("attachmentId", DATA["attachments"][:20]),
    "deleteAttachment": ("attachmentId", DATA["attachments"][20:]),
    "deleteTag": ("id", DATA["tags"] + DATA["usedTags"]),
    "updateQuickReply": ("quickReplyId", DATA["quickReplies"]),
    # Not those that requests submit: a quiz is refused to whoever has attempted it.
    "getQuiz": ("id", [quiz["quizId"] for quiz in DATA["quizzes"][:20]]),
    "getGroupRanking": ("groupId", DATA["groups"]),
    "removeGroupMember": ("memberId", DATA["members"]["memberIds"]),
    "revokeGroupInvite": ("inviteId", DATA["invites"]),
}

# Refusals of valid requests because of the data's state, or of rules that JSON Schema cannot express: the code in
# `X-Error-Code` and, if the code has several reasons, the text.
INVISIBLE = ("invalid-request", "não pode conter caracteres invisíveis|ao menos um caractere visível")

REFUSED_BY_STATE = {
    # docs/behaviour/tickets.md#tags: both are status 400.
    "createTag": [("tag-name-taken", ""), INVISIBLE],
    # Patterns that every generator accepts cannot exclude invisible characters.
    "updateQuickReply": [INVISIBLE, ("quick-reply-empty", "")],
    "createGroup": [INVISIBLE],
    "updateGroup": [INVISIBLE, ("group-member-not-found", "")],
    # The group exists; the member or the invitation in the same path need not.
    "removeGroupMember": [("group-member-not-found", "")],
    "revokeGroupInvite": [("invite-not-found", "")],
    "updateMyStreakProfile": [INVISIBLE],
    # The secret in the address is no credential of OpenAPI's kinds.
    "receiveNewsletterEvent": [("invalid-signature", "")],
    # A cursor is opaque.
    "listQuizHistory": [("invalid-request", "cursor deve ser")],
    "listGroupMembers": [("invalid-request", "cursor deve ser")],
    "deleteTag": [("tag-in-use", "")],
    # The contents must have the declared type and at least a byte; the message must belong to the ticket.
    "uploadAttachments": [
        ("invalid-request", "arquivo não pode estar vazio$"),
        ("attachment-type-not-allowed", ""),
        ("invalid-request", "mensagemId não é uma mensagem deste ticket$"),
    ],
    # docs/behaviour/quiz.md#quiz: an attempt has at least one answer, each one of its question's options.
    "submitQuiz": [
        ("invalid-request", r"answers(\.\d+\.| deve ter)"),
    ],
    # Both days are valid; their order or distance is not.
    "getTicketTimeSeries": [("invalid-request", "o período (termina|tem mais de)")],
    # RFC 9110 §15.5.17: whether a range is satisfiable depends on the file.
    "downloadAttachment": [("range-not-satisfiable", "")],
}

answers = Counter()
# Groups that the person has left: they are deleted with their last member and hidden from anyone who is not a member.
left_groups = set()


def pick(generated, values):
    """One of the values, deterministic by the generated one; None for a quarter of them, which are sent unchanged."""
    number = crc32(repr(generated).encode())
    return None if number % 4 == 3 else values[number // 4 % len(values)]


def is_valid(case, location):
    return case.meta is not None and not case.meta.is_negative_at(location)


def use_real_id(case, operation_id):
    parameter, values = PATH_IDS[operation_id]
    linked = case._override.path_parameters
    if is_valid(case, ParameterLocation.PATH) and parameter not in linked:
        value = pick(case.path_parameters[parameter], values)
        if value is not None:
            case.path_parameters[parameter] = value
            if operation_id in ("removeGroupMember", "revokeGroupInvite"):
                case.path_parameters["groupId"] = DATA["members"]["groupId"]


def use_real_files(case):
    """Replaces random bytes with files of the declared type, whole or truncated."""
    form = case.body
    # RFC 7578: names have no control characters. Schemathesis would not escape them in the part's header.
    for name in [name for name in form if not name.isprintable()]:
        del form[name]
    media_type = (case.multipart_content_types or {}).get("arquivo", "image/jpeg")
    contents = (FIXTURES / FILES[media_type]).read_bytes()
    pieces = [contents, contents, contents, contents[:20]]
    replaced = [pick(file, pieces) for file in form["arquivo"]]
    form["arquivo"] = [
        file if piece is None else Binary(piece) for file, piece in zip(form["arquivo"], replaced, strict=True)
    ]


def use_real_contents(case, operation_id):
    body = case.body
    if operation_id == "uploadAttachments":
        use_real_files(case)
    elif operation_id == "submitQuiz":
        case.body = pick(body, DATA["quizzes"][20:]) or body
    elif operation_id == "createBatchReplies":
        body["support_ids"] = [pick(id, TICKETS) or id for id in body["support_ids"]]
    elif operation_id == "joinGroup":
        body["token"] = pick(body, [DATA["inviteToken"]]) or body["token"]
    elif operation_id == "createTag":
        body["name"] = pick(body, [f"{body['name'][:30]} {crc32(repr(body).encode()):x}"]) or body["name"]


@schemathesis.hook
def before_load_schema(context, raw_schema):
    paths = raw_schema["paths"]
    # File types. The published document omits them: some generators send the whole list as one type.
    form = paths["/support/{id}/anexos"]["post"]["requestBody"]["content"]["multipart/form-data"]
    form["encoding"] = {"arquivo": {"contentType": ", ".join(FILES)}}
    # Starting points of stateful chains: no public operation creates tickets.
    paths["/support/tags"]["get"]["responses"]["200"]["links"] = {
        "upload": {"operationId": "uploadAttachments", "parameters": {"id": TICKETS[0]}},
        "list": {"operationId": "listTicketAttachments", "parameters": {"id": TICKETS[1]}},
        "quiz": {"operationId": "getQuiz", "parameters": {"id": DATA["quizzes"][0]["quizId"]}},
    }


@schemathesis.hook
def before_call(context, case, kwargs):
    operation_id = case.operation.definition.raw["operationId"]
    if case.method.upper() != case.operation.method.upper():
        return
    if operation_id in PATH_IDS:
        use_real_id(case, operation_id)
    if operation_id == "receiveNewsletterEvent" and is_valid(case, ParameterLocation.QUERY):
        case.query = {**(case.query or {}), "token": DATA["newsletterSecret"]}
    if is_valid(case, ParameterLocation.BODY) and not isinstance(case.body, NotSet):
        use_real_contents(case, operation_id)
    # Still valid. Schemathesis would otherwise report that bytes are not a string.
    case._record_starting_state()


@schemathesis.hook
def after_call(context, case, response):
    if case.method.upper() != case.operation.method.upper():
        return
    operation_id = case.operation.definition.raw["operationId"]
    answers[operation_id, response.status_code] += 1
    # Schemathesis only knows `deleteGroup`, whose path is the group's own.
    if operation_id == "leaveGroup" and response.status_code == 200:
        left_groups.add(case.path_parameters["groupId"])


def has_empty_part(value):
    if isinstance(value, dict):
        return any(has_empty_part(part) for part in value.values())
    if isinstance(value, list):
        return any(has_empty_part(part) for part in value)
    return value is None or value == ""


@schemathesis.hook
def filter_failure(context, failure, case, response):
    # docs/behaviour/http.md#conventions: an empty query parameter is an absent one, and so is an optional field that is empty or null.
    if failure.code == "ST201":
        return not re.search(r"[?&][^=&]+=(&|$)", response.request.url) and not has_empty_part(case.body)
    if failure.code not in ("ST202", "ST302"):
        return True
    code = response.headers.get("x-error-code", [""])[0]
    # Two generated requests may have the same key.
    if code == "idempotency-key-reused":
        return False
    if code == "group-not-found" and (case.path_parameters or {}).get("groupId") in left_groups:
        return False
    text = response.json().get("message", "")
    reasons = REFUSED_BY_STATE.get(case.operation.definition.raw["operationId"], [])
    return not any(code == known and re.search(reason, text) for known, reason in reasons)


@atexit.register
def write_answers():
    rows = [{"operation": operation, "status": status, "count": n} for (operation, status), n in answers.items()]
    Path(os.environ["LEITOR_CONFORMANCE_ANSWERS"]).write_text(json.dumps(rows), encoding="utf-8")
