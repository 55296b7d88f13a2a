import type { Answer } from '../../answers/answer.ts'
import type { Conversation } from '../../answers/conversation.ts'
import { citedAnswersScript } from './cited-answers.ts'
import { extractScript } from './extract.ts'
import { mapReduceScript } from './map-reduce.ts'
import { planExecuteScript } from './plan-execute.ts'
import { promptScript } from './prompt.ts'
import { researchScript } from './research.ts'
import { supervisorScript } from './supervisor.ts'
import { triageScript } from './triage.ts'

/** The assistant template needs no script: its requests ask plainly for tools. */
const SCRIPTS = [
  researchScript,
  triageScript,
  extractScript,
  supervisorScript,
  planExecuteScript,
  mapReduceScript,
  citedAnswersScript,
  promptScript,
].flat()

/** Returns the scripted answer for a node of a bundled template. */
export function answerTemplate(conversation: Conversation): Answer | undefined {
  for (const { system, answer } of SCRIPTS) {
    if (!system.test(conversation.system)) continue
    const scripted = answer(conversation)
    if (scripted) return scripted
  }
  return undefined
}
