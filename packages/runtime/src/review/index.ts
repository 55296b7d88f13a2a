export {
  needsForm,
  readAskAnswer,
  TIMEOUT_PORT,
  toAskAction,
  UnreadableAnswer,
  withoutRequired,
} from './ask-review.ts'
export type { AskAnswer, AskQuestion } from './ask-review.ts'
export { editedAction, reviewRequest } from './review-request.ts'
export type { ReviewAction, ReviewDecision } from './review-request.ts'
export { fromTextFields } from './text-fields.ts'
