// The texts by which tests find parts of the console.
export { failureTextOf } from '../../console/src/api/failure.ts';
export { operationTexts } from '../../console/src/operations/texts.ts';
export { quickReplyTexts } from '../../console/src/quick-replies/texts.ts';
export { draftTexts } from '../../console/src/reply/draft-texts.ts';
export { replyTexts } from '../../console/src/reply/texts.ts';
export { setAsideTexts } from '../../console/src/set-aside/texts.ts';
export { shell } from '../../console/src/shell/texts.ts';
export { tagTexts } from '../../console/src/tags/texts.ts';
export { keyTexts, teamTexts } from '../../console/src/team/texts.ts';
export { ticketTexts } from '../../console/src/tickets/texts.ts';
export { uiTexts } from '../../console/src/ui/texts.ts';
