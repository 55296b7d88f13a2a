import type { Brief } from '../answer/brief.ts'
import { questionsAbout } from '../compose/questions.ts'
import { tasksIn } from './tasks.ts'

const PLANS = /\byou (?:are|act as) (?:an? |the )?(?:\w+ )?planner\b|\byou plan\b/i
const MOST = 5

/** A step for each thing the goal asks for; a goal that is one question takes several. */
export function plannedSteps(brief: Brief): string[] | undefined {
  if (!PLANS.test(brief.instructions)) return undefined
  const asked = tasksIn(brief.request)
  return asked.length > 1 ? asked.slice(0, MOST) : questionsAbout(brief, MOST)
}
