import { capitalise, keywords, uncapitalise, words } from './words.ts'
import { sentences, withoutStop } from './sentences.ts'

const COURTESY =
  /^(?:(?:hi|hello|hey|ok|okay|so|and|also|then|now|well|please|kindly|thanks)\b[,!.]?\s*|(?:can|could|would|will) you (?:please )?|i(?:'d| would) like (?:you )?to |i (?:want|need) (?:you )?to |help me (?:to )?|let's )/i

const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you)(?: \w+)?[!.,]*$/i

const TASK =
  /^(?:look(?:ing)? up|search (?:the \w+ )?for|search|find out(?: more)? about|find out|find|research|investigate|look into|tell me (?:more )?about|tell me|explain|describe|define|summari[sz]e|outline|discuss|give me|show me|get|fetch|check|write|draft|compose|create|prepare|make|list|name|brainstorm|suggest|answer|know)\b\s*/i

const OBJECT =
  /^(?:(?:an?|the|some|any|me|us|one|two|three|four|five|six|seven|eight|nine|ten|\d+|short|brief|quick|detailed|long|simple|good|new|few|one-sentence|one-paragraph)\s+)*(?:information|report|article|essay|summary|overview|paragraph|sentence|poem|haiku|story|joke|note|notes|post|blog post|draft|text|email|letter|introduction|explanation|description|definition|list|ideas?|names?|titles?|questions?|facts?|bullet points?|tips?|details?|everything|sentences)\s+(?:about|on|of|for|to|regarding|covering|explaining|describing)\s+/i

const INTERROGATIVE =
  /^(?:(?:what|who|where|when|why|how|which)(?:'s|'re)?(?: (?:much|many|long|often|far|exactly))?\s+(?:(?:is|are|was|were|does|do|did|can|could|should|would|will|has|have|had)\s+)?(?:(?:i|we|you|one|it|there)\s+)?|(?:is|are|was|were|does|do|did|can|could|should|would|will|has|have)\s+(?:there\s+)?)/i

const TRAILER =
  /\s*(?:,?\s*(?:please|thanks|thank you|for me|in (?:one|two|three|four|five|\d+|a few) (?:short )?(?:sentences?|words?|paragraphs?|bullet points?|bullets?|lines?|points?)|in (?:french|german|spanish|italian|english|simple terms|plain \w+|detail|short)|as (?:an? )?(?:bullet points?|bullets|bulleted list|numbered list|list|table)|briefly|like a pirate|(?:to|for) (?:an? )?(?:beginners?|children|child|kids?|experts?|engineers?|developers?|novices?|(?:five|5)[- ]year[- ]olds?)))+$/i

const VERB_AT_END =
  /\s+(?:works?|happens?|matters?|functions?|operates?|means?|(?:good|used|useful|needed) for|good at)(?: in (?:practice|detail))?[?.!]*$/iu
const ASPECT =
  /^(?:the )?(?:main |key |biggest )?(?:benefits?|advantages?|drawbacks?|disadvantages?|pros and cons|history|causes?|effects?|future|role|impact|costs?|importance|basics|limits|risks|state|use|uses) of (?:the )?/i

/** The thing itself where a topic names an aspect of it: `benefits of heat pumps` gives `heat pumps`. */
export function subjectOf(topic: string): string {
  return strip(topic, ASPECT)
}

/** What a request is about, without its courtesy, verb and form: `LangGraph checkpoints`. */
export function topicOf(request: string): string {
  const [first = ''] = sentences(request).filter(
    (sentence) => !GREETING.test(sentence) && keywords(sentence).length > 0,
  )
  let topic = stripAll(strip(withoutStop(first), TRAILER), COURTESY)
  topic = strip(stripAll(strip(topic, TASK), COURTESY), OBJECT)
  topic = strip(topic, /^(?:about|on|for|of|to)\s+/i)
  if (INTERROGATIVE.test(topic)) topic = strip(strip(topic, INTERROGATIVE), VERB_AT_END)
  topic = withoutStop(strip(topic, TRAILER))
  topic = topic.replace(/^["“'](.*)["”']$/, '$1').trim()
  return topic === '' || keywords(topic).length === 0 ? withoutStop(first) : topic
}

function strip(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '')
  return words(rest).length > 0 ? rest : text
}

function stripAll(text: string, pattern: RegExp): string {
  const rest = strip(text, pattern)
  return rest === text ? text : stripAll(rest, pattern)
}

const QUESTION_START =
  /^(?:what|who|whom|whose|where|when|why|how|which|is|are|was|were|does|do|did|can|could|should|would|will|has|have)\b/i

export function isQuestion(text: string): boolean {
  return text.trim().endsWith('?') || QUESTION_START.test(stripAll(text.trim(), COURTESY))
}

/** The two sides of `tea versus coffee`. */
export function comparedIn(topic: string): [string, string] | undefined {
  const sides = topic.replace(/^(?:compare|comparing|(?:the )?differences? between)\s+/i, '')
  const joints =
    sides === topic
      ? /\s+(?:vs\.?|versus|compared (?:to|with)|or|against)\s+/i
      : /\s+(?:vs\.?|versus|and|with|to|or|against)\s+/i
  const [left, right, ...more] = sides.split(joints)
  if (left === undefined || right === undefined || more.length > 0) return undefined
  return words(left).length <= 6 && words(right).length <= 6
    ? [left.trim(), right.trim()]
    : undefined
}

/** Grammatical number, as far as the last letter of its head word tells. */
export function isPlural(topic: string): boolean {
  const [head = ''] = topic.split(/\s+(?:of|in|for|on|with|at|from)\s+/i)
  return /(?:[^sui]s|ies|people|children)$/i.test(head) && !/(?:ss|us|is|ics|news)$/i.test(head)
}

/** `Electric bikes` reads `electric bikes` inside a sentence; names keep their capitals. */
export function midSentence(topic: string): string {
  const [, next = ''] = topic.split(/\s+/)
  const isCommon = /^(?:\p{Ll}{4,}|\p{Ll}+s)$/u.test(next) || isPlural(topic.split(/\s+/)[0] ?? '')
  return isCommon ? uncapitalise(topic) : topic
}

export function asTitle(topic: string): string {
  return capitalise(topic.trim())
}
