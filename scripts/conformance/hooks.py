"""Schemathesis hooks: files of the types that uploads take, and rules that JSON Schema cannot express."""

import re
from pathlib import Path

import schemathesis
from schemathesis.core import NotSet
from schemathesis.transport.serialization import Binary

FIXTURES = Path(__file__).parents[2] / "test" / "fixtures"
# Of each kind of check one: the attachments' own tests upload every type.
FILES = {"image/jpeg": "foto.jpg", "application/pdf": "planilha.pdf", "text/csv": "planilha.csv"}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    # The published document omits file types: some generators send the whole list as one type.
    form = raw_schema["paths"]["/support/{id}/anexos"]["post"]["requestBody"]["content"]["multipart/form-data"]
    form["encoding"] = {"arquivo": {"contentType": ", ".join(FILES)}}


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.definition.raw["operationId"] != "uploadAttachments" or isinstance(case.body, NotSet):
        return
    if not isinstance(case.body, dict) or not isinstance(case.body.get("arquivo"), list):
        return
    # RFC 7578: names have no control characters. Schemathesis would not escape them in the part's header.
    for name in [name for name in case.body if not name.isprintable()]:
        del case.body[name]
    media_type = (case.multipart_content_types or {}).get("arquivo", "image/jpeg")
    contents = (FIXTURES / FILES.get(media_type, "foto.jpg")).read_bytes()
    case.body["arquivo"] = [Binary(contents) for _ in case.body["arquivo"]]


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
    return True
