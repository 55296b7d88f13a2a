import { sentences } from '../text/sentences.ts'
import { keywords } from '../text/words.ts'

const STARTER =
  'what|who|when|where|why|how|which|is|are|does|do|did|can|could|tell|find|look|search|calculate|compute|get|fetch|open|give|show|multiply|add|divide|subtract|convert|send|create|book|check|list|read|write|explain|define|then|also|summari[sz]e|draft|translate'
const JOINT = new RegExp(
  String.raw`(?:,?\s+and(?: then| also)?|;|,?\s+then|,)\s+(?=(?:please\s+)?(?:${STARTER})\b)`,
  'i',
)

/** The separate things one message asks for. */
export function clausesOf(request: string): string[] {
  return sentences(request)
    .flatMap((sentence) => sentence.split(JOINT))
    .map((clause) => clause.trim())
    .filter((clause) => keywords(clause).length > 0 || /\d/.test(clause))
}
