import type { Brief } from '../answer/brief.ts'
import type { OfferedTool } from '../answer/conversation.ts'
import { urls } from '../entities/contacts.ts'
import { findExpression } from '../text/arithmetic.ts'
import { isQuestion } from '../text/topic.ts'
import { identifierWords, keywords, stem } from '../text/words.ts'
import type { Capability } from './capability.ts'
import { capabilityOf } from './capability.ts'

export const CLOCK_ASKED =
  /\bwhat(?:['’]s| is)? (?:the |today['’]s )?(?:current )?(?:time|date|day)\b|\bwhat day\b|\b(?:current|local|exact) (?:time|date)\b|\btime (?:is it|in|now)\b|\btoday['’]s date\b|\bwhat (?:time|day|date) is it\b|\b(?:wie spät|quelle heure|qué hora)\b/i
const LOOKUP_ASKED =
  /\b(?:look(?:ing)? up|search|find out|find|research|investigate|tell me about|explain|describe|define|learn|information|know about|details)\b/i
const SMALL_TALK =
  /^\W*(?:hi|hello|hey|thanks|thank you|bye|goodbye|good (?:morning|evening))\b|\b(?:who|what) are you\b|\bhow are you\b|\bmy (?:name|favou?rite)\b|\bwhat can you do\b|\bmy name is\b/i

/** The tools that could serve a clause, likeliest first. */
export function suits(clause: string, tools: readonly OfferedTool[], brief: Brief): OfferedTool[] {
  const having = (capability: Capability) =>
    tools.filter((tool) => capabilityOf(tool) === capability)
  if (urls(clause).length > 0) {
    const fetchers = having('fetch')
    if (fetchers.length > 0) return fetchers
  }
  if (findExpression(clause) !== undefined) {
    const calculators = having('arithmetic')
    if (calculators.length > 0) return calculators
  }
  if (CLOCK_ASKED.test(clause)) {
    const clocks = having('clock')
    if (clocks.length > 0) return clocks
  }
  if (SMALL_TALK.test(clause)) return []

  const named = byMeaning(clause, having('other'))
  const isAsked = isQuestion(clause) || LOOKUP_ASKED.test(clause) || isToldToLookUp(brief)
  return isAsked ? [...named, ...bestLookup(clause, having('lookup'))] : named
}

/** An agent whose whole job is looking things up takes a bare topic as a question. */
function isToldToLookUp(brief: Brief): boolean {
  return /\b(?:look(?:ing)? (?:it |things |them )?up|research\w*|search|find(?:s|ing)?|knowledge|look ?up)\b/i.test(
    brief.conversation.system,
  )
}

const ENOUGH = 1.4

function byMeaning(clause: string, tools: readonly OfferedTool[]): OfferedTool[] {
  const wanted = new Set(keywords(clause))
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, wanted) }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

/** Words of the name count most; those of the description and the parameters support it. */
function scoreOf(tool: OfferedTool, wanted: ReadonlySet<string>): number {
  const name = new Set(identifierWords(tool.name).map(stem))
  const described = new Set(keywords(tool.description).filter((word) => !name.has(word)))
  const count = (bag: ReadonlySet<string>) => [...bag].filter((word) => wanted.has(word)).length
  return count(name) * 1.4 + Math.min(3, count(described)) * 0.5
}

/** Of several places to look, the one whose description shares most with the question. */
function bestLookup(clause: string, tools: readonly OfferedTool[]): OfferedTool[] {
  const wanted = new Set(keywords(clause))
  return tools.toSorted((a, b) => scoreOf(b, wanted) - scoreOf(a, wanted)).slice(0, 1)
}
