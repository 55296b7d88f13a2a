import type { Brief } from '../answer/brief.ts'
import type { Draft } from '../style/draft.ts'
import { draft } from '../style/draft.ts'
import { evaluate, findExpression } from '../text/arithmetic.ts'
import { sentences, withoutStop } from '../text/sentences.ts'
import { isQuestion, topicOf } from '../text/topic.ts'
import { answerFrom, answerFromMemory } from './answer-from-notes.ts'
import { describeImages } from './images.ts'
import { recall, remember } from './recall.ts'
import { spoken } from './voice.ts'

const GREETING =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|bonjour|salut|hallo|guten (?:tag|morgen)|hola|ciao)\b[^?]{0,40}$/i
const THANKS = /^\W*(?:thanks|thank you|merci|danke|gracias|great|perfect)\b[^?]{0,60}$/i
const FAREWELL = /^\W*(?:bye|goodbye|see you|au revoir|tschüss|adiós|good night)\b/i
const IDENTITY =
  /\b(?:who|what) are you\b|\bwhat can you do\b|\bintroduce yourself\b|\byour name\b|\bwhat model\b|\bqui es-tu\b|\bwer bist du\b/i
const CLOCK =
  /\bwhat(?:'s| is)? (?:the )?(?:time|date)\b|\bwhat day\b|\b(?:current|today's) (?:time|date)\b/i

/** Conversation, questions and whatever has no form of its own. */
export function chat(brief: Brief): Draft {
  const { request, conversation, style } = brief
  if (conversation.images.length > 0) return describeImages(brief)
  if (GREETING.test(request)) {
    return style.persona === undefined
      ? draft(spoken(brief, 'greeting'))
      : draft(spoken(brief, 'greetingAs', { name: style.persona }))
  }
  if (THANKS.test(request)) return draft(spoken(brief, 'thanked'))
  if (FAREWELL.test(request)) return draft(spoken(brief, 'farewell'))
  if (IDENTITY.test(request))
    return draft(spoken(brief, 'whoAmI', { name: style.persona ?? 'Lathe' }))

  const remembered = recall(brief) ?? remember(brief)
  if (remembered) return remembered
  const expression = findExpression(request)
  const value = expression === undefined ? undefined : evaluate(expression)
  if (expression !== undefined && value !== undefined)
    return draft(spoken(brief, 'sum', { expression, value }))
  if (CLOCK.test(request)) return draft(spoken(brief, 'noClock'))
  return answerQuestion(brief)
}

const EXPLAIN = /\b(?:explain|describe|tell me about|define|about)\b/i
const STATEMENT = /^\W*(?:i|we|my|our|it|he|she|they|this|that|today|yesterday)\b/i
const COMMAND =
  /^\W*(?:please |can you |could you )?(?:write|make|create|tell|generate|build|play|draw|sing|code|implement|invent)\b/i

function answerQuestion(brief: Brief): Draft {
  const { request, notes, source, hasSource } = brief
  const given = [...notes, ...(hasSource ? sentences(source) : [])]
  if (given.length > 0) return answerFrom(brief, given, request)

  const told = toldEarlier(brief)
  const fromTalk =
    isQuestion(request) && told.length > 0 ? answerFrom(brief, told, request) : undefined
  if (fromTalk?.lead !== undefined) return fromTalk
  if (isQuestion(request) || EXPLAIN.test(request)) return answerFromMemory(brief, subject(brief))
  if (STATEMENT.test(request)) {
    const said = sentences(request)[0] ?? request
    return draft(spoken(brief, 'noted', { what: `“${withoutStop(said)}”` }))
  }
  return COMMAND.test(request)
    ? draft(spoken(brief, 'cannot'))
    : answerFromMemory(brief, subject(brief))
}

function toldEarlier({ conversation }: Brief): string[] {
  return conversation.earlier
    .filter(({ role }) => role === 'user')
    .flatMap(({ text }) => sentences(text))
    .filter((sentence) => !isQuestion(sentence))
}

/** "And how does it work?" asks about what was talked of before. */
function subject(brief: Brief): string {
  const { request, conversation, topic } = brief
  if (!/\b(?:it|its|they|them|their|that|this|those|these)\b/i.test(request)) return topic
  const before = conversation.earlier.findLast(({ role }) => role === 'user')?.text
  return before === undefined ? topic : topicOf(before)
}
