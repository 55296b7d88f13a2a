import type { Brief } from '../answer/brief.ts'
import { DONE, PLAN } from '../answer/labels.ts'
import { termsIn } from '../compose/facts.ts'
import { phrasesFor, spoken } from '../compose/voice.ts'
import { fillIn } from '../style/phrases/phrases.ts'
import { keywords } from '../text/words.ts'
import { itemsUnder } from './items.ts'

export type Reflection = {
  isDone: boolean
  text: string
  /** What the plan lacks. */
  steps: readonly string[]
}

const REFLECTS = /\breflect(?:s|ion|ing)?\b/i
const NOTHING_FOUND =
  /\b(?:says? nothing|find nothing|know nothing|could not do it|but it failed|ne dit rien|ne sais rien|sagt nichts|weiß nichts|no dice nada|no sé nada)\b/i
/** A plan of more steps than this is long enough. */
const LONGEST = 3

export const reflects = ({ instructions }: Brief): boolean => REFLECTS.test(instructions)

/** Compares a plan with what came of it: steps that are left, one that is missing, or the goal met. */
export function reflectionOf(brief: Brief): Reflection {
  const plan = itemsUnder(brief, PLAN)
  const results = itemsUnder(brief, DONE)
  const left = plan.length - results.length
  const missing = left > 0 ? undefined : missingStep(brief, plan, results)
  if (missing !== undefined) {
    return {
      isDone: false,
      text: spoken(brief, 'stepMissing', { step: missing }),
      steps: [missing],
    }
  }
  if (left > 0) {
    return { isDone: false, text: spoken(brief, 'stepsLeft', { left }), steps: [] }
  }
  const failed = results.filter((result) => NOTHING_FOUND.test(result)).length
  const text =
    failed > 0
      ? spoken(brief, 'stepsFailed', { failed, count: results.length })
      : spoken(brief, 'goalMet', { count: results.length })
  return { isDone: true, text, steps: [] }
}

/** A term the results speak of and no step is about. */
function missingStep(brief: Brief, plan: readonly string[], results: readonly string[]) {
  if (plan.length >= LONGEST) return undefined
  const asked = new Set([brief.request, ...plan].flatMap(keywords))
  const [term] = termsIn(results.join('\n')).filter(
    (name) => !keywords(name).some((word) => asked.has(word)),
  )
  const [form = ''] = phrasesFor(brief).questions
  return term === undefined ? undefined : fillIn(form, { topic: term, is: 'are' })
}
