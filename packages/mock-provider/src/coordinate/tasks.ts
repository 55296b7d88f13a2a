import { asSentence, withoutStop } from '../text/sentences.ts'
import { isQuestion } from '../text/topic.ts'
import { capitalise } from '../text/words.ts'
import { clausesOf } from '../tools/clauses.ts'

/** The separate things a request asks for, each put so that it can stand alone. */
export function tasksIn(request: string): string[] {
  return clausesOf(request).map((clause) =>
    capitalise(isQuestion(clause) ? `${withoutStop(clause)}?` : asSentence(clause)),
  )
}
