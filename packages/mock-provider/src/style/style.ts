import { COUNT_PATTERN, countOf } from '../text/words.ts'
import type { Language } from './languages.ts'
import { languageAsked } from './languages.ts'
import type { Tone } from './tones.ts'
import { toneAsked } from './tones.ts'

/** How an answer is to be worded, as its prompt asks. */
export type Style = {
  language: Language
  tone: Tone
  shape: 'prose' | 'bullets' | 'numbered' | 'table'
  letterCase: 'as-is' | 'upper' | 'lower'
  maxSentences: number | undefined
  maxWords: number | undefined
  maxItems: number | undefined
  startsWith: string | undefined
  endsWith: string | undefined
  mentions: readonly string[]
  /** What to call the reader. */
  reader: string | undefined
  /** The name the model was given. */
  persona: string | undefined
  hasEmoji: boolean
  hasHeading: boolean
}

/** Reads the instructions of a prompt: "in French", "as three bullet points", "like a pirate"… */
export function readStyle(instructions: string): Style {
  return {
    language: languageAsked(instructions),
    tone: toneAsked(instructions),
    shape: shapeAsked(instructions),
    letterCase: caseAsked(instructions),
    ...limitsAsked(instructions),
    startsWith: quotedAfter(instructions, /(?:start|begin|open) (?:\w+ ){0,5}?(?:with|by saying)/i),
    endsWith: quotedAfter(
      instructions,
      /(?:end|finish|close|conclude|sign off|sign) (?:\w+ ){0,5}?(?:with|by saying|as)/i,
    ),
    mentions: mentionsAsked(instructions),
    reader: quotedAfter(
      instructions,
      /(?:call|address) (?:the user|the reader|the customer|me|them|him|her)(?: as)?/i,
    ),
    persona: personaOf(instructions),
    hasEmoji:
      /\bemojis?\b/i.test(instructions) &&
      !/\b(?:no|without|never use|avoid)\s+emojis?\b/i.test(instructions),
    hasHeading:
      /\b(?:add|with|include|use|give it|start with)\b[^.\n]{0,30}\b(?:headings?|title|headline)\b/i.test(
        instructions,
      ),
  }
}

const BULLETS = /\bbullet(?:s|ed)?\b|\bbullet[ -]?points?\b|\b(?:unordered|dashed) list\b/i
const NUMBERED = /\bnumbered (?:list|points?|steps?)\b|\bordered list\b|\bstep[- ]by[- ]step\b/i
const TABLE = /\b(?:as|in|use|with|make)\b[^.\n]{0,20}\btable\b/i

function shapeAsked(text: string): Style['shape'] {
  if (/\b(?:no|without|avoid|not?\b.{0,12})\s+(?:bullet|list)/i.test(text)) return 'prose'
  if (TABLE.test(text)) return 'table'
  if (NUMBERED.test(text)) return 'numbered'
  return BULLETS.test(text) ? 'bullets' : 'prose'
}

function caseAsked(text: string): Style['letterCase'] {
  if (/\b(?:all caps|upper ?case|capital letters|shout)\b/i.test(text)) return 'upper'
  return /\b(?:lower ?case|no capitals)\b/i.test(text) ? 'lower' : 'as-is'
}

type Limits = Pick<Style, 'maxSentences' | 'maxWords' | 'maxItems'>

const LIMIT = new RegExp(
  String.raw`\b(${COUNT_PATTERN}|a|single)(?:\s*(?:-|–|to|or)\s*(${COUNT_PATTERN}))?[\s-]+(?:(?:short|brief|single|simple|clear|concise|plain|bullet|key|main|numbered)[\s-]+)*(sentences?|words?|points?|bullets?|items?|lines?|steps?)\b`,
  'gi',
)

/** "Close with one sentence" limits the close, not the whole. */
const IS_PART = /\b(?:close|end|finish|start|begin|open|conclude|add|include|plus)\b[^.\n]*$/i

function limitsAsked(text: string): Limits {
  const limits: Limits = { maxSentences: undefined, maxWords: undefined, maxItems: undefined }
  for (const match of text.matchAll(LIMIT)) {
    const [whole, low = '', high, unit = ''] = match
    if (IS_PART.test(text.slice(Math.max(0, match.index - 40), match.index))) continue
    const count = countOf(high ?? low) ?? 1
    if (/^a\b/i.test(whole) && !/single|one/i.test(whole) && !/^sentence$/i.test(unit)) continue
    if (/^sentence/i.test(unit)) limits.maxSentences ??= count
    else if (/^word/i.test(unit)) limits.maxWords ??= count
    else limits.maxItems ??= count
  }
  const isTerse =
    /\b(?:be (?:very )?(?:brief|concise|terse)|(?:keep|make) (?:it|answers|them) (?:very |much |a bit )?(?:short|brief)(?:er)?|briefly|as short as possible|tl;?dr)\b/i
  if (isTerse.test(text)) limits.maxSentences ??= 2
  return limits
}

function quotedAfter(text: string, opening: RegExp): string | undefined {
  const quoted = new RegExp(
    `${opening.source}\\s*:?\\s*(?:the (?:word|words|phrase|sentence)\\s*)?(?:"([^"\\n]{1,120})"|“([^”\\n]{1,120})”|'([^'\\n]{1,120})')`,
    opening.flags,
  )
  const found = quoted.exec(text)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

function mentionsAsked(text: string): string[] {
  const asked =
    /\b(?:always )?(?:mention|include|use|say)s? (?:the )?(?:word|phrase|words|name)?\s*(?:"([^"\n]{1,80})"|“([^”\n]{1,80})”)/gi
  return [...text.matchAll(asked)].map((match) => match[1] ?? match[2] ?? '')
}

function personaOf(text: string): string | undefined {
  const named =
    /\b(?:[Yy]our name is|[Yy]ou are called|[Yy]ou are|[Aa]ct as) ((?:(?:Captain|Professor|Dr\.?|Chef|Agent|Doctor)\s+)?\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)(?=[\s,.!]|$)/u
  return named.exec(text)?.[1]
}
