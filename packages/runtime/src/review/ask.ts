import { interrupt } from '@langchain/langgraph'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { validateSchema } from '../structured-output.ts'
import { readAskAnswer, TIMEOUT_PORT, toAskAction } from './ask-review.ts'
import type { AskQuestion } from './ask-review.ts'
import { reviewRequest } from './review-request.ts'

export type Question = {
  node: string
  title: string
  message: string
  form?: JsonSchema
  decisions: { port: string; label: string; needsForm?: boolean }[]
  /** How long to wait. After that, resume with the decision `timeout`. */
  deadlineMs?: number
}

export type Reply = { decision: string; values: JsonObject }

/**
 * Pauses the graph for a question to a person. Resume it with `{ decision, values }`, or with LangChain's
 * `{ decisions: [decision] }`.
 */
export function ask(question: Question): Reply {
  const { form = null, deadlineMs } = question
  const fullQuestion: AskQuestion = { ...question, form, deadlineAt: deadlineMs ?? null }
  const action = toAskAction(fullQuestion, validateSchema)
  const value: Json = interrupt({ kind: 'ask', ...question, ...reviewRequest([action]) })
  const answer = readAskAnswer(fullQuestion, value, validateSchema)
  const isKnown =
    question.decisions.some(({ port }) => port === answer.decision) ||
    (deadlineMs !== undefined && answer.decision === TIMEOUT_PORT)
  if (!isKnown) throw new Error(`${question.title}: there is no decision ${answer.decision}`)
  const { decision, values } = answer
  return { decision, values }
}
