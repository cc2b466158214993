//! Calls a leitor service through the generated client; exits with an error at the first unexpected result.

use std::path::PathBuf;

use leitor::apis::anexos_api::{download_attachment, list_ticket_attachments, upload_attachments};
use leitor::apis::configuration::Configuration;
use leitor::apis::quiz_api::{SubmitQuizError, get_quiz, get_todays_quiz, submit_quiz};
use leitor::apis::rankings_api::{
    GetGroupRankingError, get_global_ranking, get_group_ranking, get_my_ranking,
};
use leitor::apis::relatorios_api::get_ticket_time_series;
use leitor::apis::sequencias_api::record_my_reading;
use leitor::apis::tags_api::{DeleteTagError, create_tag, delete_tag, list_tags};
use leitor::apis::{Error, ResponseContent};
use leitor::models::{
    CreateTag, QuizAnswer, QuizStatus, RecordReading, ReportGrouping, SubmitQuiz, UploadedAttachments,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let agent = client("LEITOR_URL", Some("LEITOR_AGENT_TOKEN"));
    let reader = client("LEITOR_URL", Some("LEITOR_READER_TOKEN"));
    tags(&agent).await?;
    attachments(&agent).await?;
    report(&agent).await?;
    quiz(&reader).await?;
    day(
        &reader,
        &client("LEITOR_STREAKS_URL", Some("LEITOR_READER_TOKEN")),
    )
    .await?;
    rankings().await
}

/// Creates a tag, twice with one key, and deletes it; a tag in use cannot be deleted.
async fn tags(api: &Configuration) -> Outcome {
    let wanted = CreateTag::new("Feita em Rust".into(), "#1D4ED8".into());
    let created = create_tag(api, wanted.clone(), Some("rust-1")).await?.data;
    assert_eq!(created.name, "Feita em Rust");
    let again = create_tag(api, wanted, Some("rust-1")).await?.data;
    assert_eq!(again.id, created.id, "the key makes it happen once");
    assert!(list_tags(api).await?.data.iter().any(|tag| tag.id == created.id));

    let refused = refusal(delete_tag(api, number("LEITOR_USED_TAG_ID"), None).await);
    assert_eq!(refused.status.as_u16(), 400);
    let Some(DeleteTagError::Status400(failure)) = refused.entity else {
        panic!("the envelope of the failure: {}", refused.content);
    };
    assert_eq!(
        failure.message,
        "Tag está em uso em tickets e não pode ser excluída"
    );
    assert!(delete_tag(api, created.id, None).await?.success);
    Ok(())
}

/// One file answers one attachment, two a list; a download returns the uploaded bytes.
async fn attachments(api: &Configuration) -> Outcome {
    let ticket = number("LEITOR_TICKET_ID");
    let file = PathBuf::from(given("LEITOR_FILE"));
    let one = upload_attachments(api, ticket, vec![file.clone()], None, None).await?;
    let UploadedAttachments::Attachment(attachment) = *one.data else {
        panic!("one file answers one attachment");
    };
    assert_eq!(attachment.tipo_arquivo, "image/png");
    let downloaded = download_attachment(api, attachment.id, None, None, None).await?;
    assert_eq!(downloaded.bytes().await?, std::fs::read(&file)?);

    let two = upload_attachments(api, ticket, vec![file.clone(), file], None, None).await?;
    let UploadedAttachments::Attachments(list) = *two.data else {
        panic!("two files answer a list");
    };
    assert_eq!(list.len(), 2);
    assert_eq!(list_ticket_attachments(api, ticket).await?.data.len(), 3);
    Ok(())
}

async fn report(api: &Configuration) -> Outcome {
    let category = given("LEITOR_TICKET_CATEGORY");
    let grouping = Some(ReportGrouping::Mes);
    let series = get_ticket_time_series(api, None, None, Some(&category), None, grouping).await?;
    assert_eq!(series.data.agrupamento, ReportGrouping::Mes);
    assert_eq!(series.data.serie.iter().map(|point| point.total).sum::<i32>(), 1);
    Ok(())
}

/// A second attempt is refused.
async fn quiz(api: &Configuration) -> Outcome {
    let quiz = get_quiz(api, &given("LEITOR_QUIZ_ID")).await?.data;
    let first_option = |question: &leitor::models::Question| {
        QuizAnswer::new(question.id.clone(), question.options[0].clone())
    };
    let attempt = SubmitQuiz::new(quiz.id, quiz.questions.iter().map(first_option).collect());
    let result = submit_quiz(api, attempt.clone(), None).await?.data;
    let right = result.details.iter().filter(|detail| detail.is_correct).count();
    assert_eq!(
        (result.total_questions, result.correct_answers),
        (10, right as i32)
    );

    let refused = refusal(submit_quiz(api, attempt, None).await);
    assert_eq!(refused.status.as_u16(), 403);
    assert!(matches!(refused.entity, Some(SubmitQuizError::Status400(failure))
        if failure.message.starts_with("você já tentou este quiz")));
    Ok(())
}

/// Today's quiz as answered, today's reading, the own place.
async fn day(quizzes: &Configuration, streaks: &Configuration) -> Outcome {
    let today = get_todays_quiz(quizzes).await?.data;
    assert_eq!(today.status, QuizStatus::Attempted);
    assert!(today.result.is_some() && today.questions.is_none());
    // The client sends `null` in place of a body that is left out.
    let reading = record_my_reading(streaks, None, Some(RecordReading::new()))
        .await?
        .data;
    assert_eq!(reading.current_streak, 1);
    let place = get_my_ranking(streaks, Some(2)).await?.data;
    assert!(place.position.is_some_and(|position| position <= place.of));
    Ok(())
}

/// The global ranking is public; failures of the group ranking use the field `error`.
async fn rankings() -> Outcome {
    let global = get_global_ranking(&client("LEITOR_STREAKS_URL", None))
        .await?
        .data;
    assert_eq!(global.ranking[0].display_name, "Maria Souza");
    let reader = client("LEITOR_STREAKS_URL", Some("LEITOR_READER_TOKEN"));
    let group = get_group_ranking(&reader, &given("LEITOR_GROUP_ID")).await?.data;
    assert_eq!(group.ranking[1].display_name, "Leitor Anônimo");
    assert_eq!(group.ranking[1].last_interaction_date, None);

    let refused = refusal(get_group_ranking(&reader, "nenhum").await);
    assert_eq!(refused.status.as_u16(), 404);
    assert!(
        matches!(refused.entity, Some(GetGroupRankingError::Status400(failure))
        if failure.error == "Grupo não encontrado")
    );
    Ok(())
}

fn client(address: &str, token: Option<&str>) -> Configuration {
    Configuration {
        base_path: given(address),
        bearer_access_token: token.map(given),
        ..Configuration::default()
    }
}

/// What a call that must fail was refused with. Failures of all statuses have one form, so that
/// the generated enumeration reads them as its first.
fn refusal<T, E: std::fmt::Debug>(outcome: Result<T, Error<E>>) -> ResponseContent<E> {
    match outcome {
        Err(Error::ResponseError(content)) => content,
        Err(other) => panic!("no response: {other:?}"),
        Ok(_) => panic!("a call that must fail did not"),
    }
}

fn given(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

fn number(name: &str) -> i32 {
    given(name)
        .parse()
        .unwrap_or_else(|_| panic!("{name} is no number"))
}
