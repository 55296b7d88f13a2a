import type { Brief } from '../answer/brief.ts'
import { DONE } from '../answer/labels.ts'
import { rankLabels } from '../structured/meanings.ts'
import { findExpression } from '../text/arithmetic.ts'
import { CLOCK_ASKED } from '../tools/suits.ts'
import { itemsUnder } from './items.ts'
import { tasksIn } from './tasks.ts'

export type Handoff = { label: string; task: string }

const SUPERVISES =
  /\b(?:supervis\w+|coordinat\w+|orchestrat\w+|delegat\w+|hand(?:s|ing)? (?:\w+ ){0,2}(?:over|off|on)\b)/i
const FINISHES = /^(?:finish(?:ed)?|done|end|stop|answer|respond|reply|complete|none|final)$/i
const CALCULATES = /\b(?:calculat\w*|sums?|numbers?|arithmetic|maths?|figures?|comput\w*)\b/i
const TELLS_TIME = /\b(?:times?|clock|dates?)\b/i
const LOOKS_UP = /\b(?:looks? (?:\w+ )?up|facts?|research\w*|search\w*|finds? out|knowledge)\b/i

export const supervises = ({ instructions }: Brief): boolean => SUPERVISES.test(instructions)

/** The next thing the request asks for that nothing has been reported on, put as a task. */
export function openTask(brief: Brief): string | undefined {
  return tasksIn(brief.request)[itemsUnder(brief, DONE).length]
}

/** Who does it, of the specialists that a supervisor's prompt describes; whoever finishes when all is done. */
export function handoffOf(brief: Brief, labels: readonly string[]): Handoff | undefined {
  const finish = labels.find((label) => FINISHES.test(label))
  if (!supervises(brief) || finish === undefined) return undefined
  const specialists = labels.filter((label) => label !== finish)
  const task = openTask(brief)
  const label = task === undefined ? finish : specialistFor(task, specialists, brief.instructions)
  return { label: label ?? finish, task: task ?? '' }
}

function specialistFor(task: string, labels: readonly string[], instructions: string) {
  const wanted =
    findExpression(task) !== undefined ? CALCULATES : CLOCK_ASKED.test(task) ? TELLS_TIME : LOOKS_UP
  const fitting = labels.find((label) => wanted.test(dutyOf(label, instructions)))
  return fitting ?? rankLabels(labels, task, instructions)[0]?.label
}

/** `researcher: looks facts up` and `- researcher looks facts up`, with the name itself. */
function dutyOf(label: string, instructions: string): string {
  const lines = instructions.split(/\n|(?<=[.;])\s+/)
  return [label, ...lines.filter((line) => line.toLowerCase().includes(label.toLowerCase()))].join(
    ' ',
  )
}
