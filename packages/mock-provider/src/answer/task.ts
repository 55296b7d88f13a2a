import type { Brief } from './brief.ts'

/** What kind of text a prompt wants. */
export type Task =
  | 'literal'
  | 'review'
  | 'classify'
  | 'letter'
  | 'report'
  | 'summarise'
  | 'extract'
  | 'translate'
  | 'questions'
  | 'ideas'
  | 'poem'
  | 'chat'

const BY_REQUEST: readonly (readonly [Task, RegExp])[] = [
  [
    'literal',
    /\b(?:(?:reply|respond|answer) (?:only |just )?with(?: (?:exactly|only|just|the words?))?|repeat(?: after me)?|say|echo|output (?:exactly|only))\b\s*:?\s*["“'«]/i,
  ],
  ['translate', /^(?:\W*please )?translate\b/i],
  ['poem', /\b(?:poem|haiku|rhyme|limerick|verse|song)\b/i],
  [
    'letter',
    /\b(?:draft|write|compose|prepare)\b[^.\n]{0,60}\b(?:reply|response|e-?mail|letter|answer to the (?:customer|user|client))\b|\b(?:reply|respond) to (?:the|this|a) (?:customer|ticket|e-?mail|message|complaint|client)\b/i,
  ],
  [
    'summarise',
    /\bsummari[sz]e\b|\b(?:tl;?dr|summary of|give (?:me )?(?:a|the) summary|in a nutshell)\b/i,
  ],
  [
    'extract',
    /\b(?:extract|pull out|list all|find all)\b[^.\n]{0,80}\b(?:from|in|e-?mails?|names?|dates?|amounts?|numbers?)\b/i,
  ],
  [
    'classify',
    /\b(?:classify|categori[sz]e|label)\b|\b(?:answer|reply|respond) (?:only )?with (?:only )?one of\b|\bone of (?:the following|these)\b|\bword\s*:[^.\n]*\bor\b/i,
  ],
  [
    'questions',
    /\b(?:split|break|turn|decompose)\b[^.\n]{0,60}\b(?:questions|sub-?questions|parts)\b|\b(?:write|list|ask|propose|suggest|come up with|generate|give me)\b[^.\n]{0,40}\bquestions\b/i,
  ],
  [
    'review',
    /\b(?:review|critique|judge|grade|evaluate|assess|proofread)\b[^.\n]{0,60}\b(?:draft|answer|text|report|response|output|submission|article|essay)\b/i,
  ],
  [
    'ideas',
    /\b(?:ideas?|names?|titles?|slogans?|suggestions?|tips|taglines?)\b[^.\n]{0,20}\b(?:for|about|on|to)\b|\bbrainstorm\b/i,
  ],
  [
    'report',
    /\b(?:write|draft|compose|prepare|produce|revise|rewrite|turn)\b[^.\n]{0,80}\b(?:report|article|essay|post|brief|briefing|draft|text|story|paragraphs?|page|memo|overview|section|answer|notes|description|introduction)\b/i,
  ],
]

const BY_ROLE: readonly (readonly [Task, RegExp])[] = [
  [
    'translate',
    /\byou (?:are|act as) (?:an? |the )?(?:\w+ )?translator\b|\byou translate\b|\btranslate (?:the|what|every|each|any|all|user)\b/i,
  ],
  [
    'review',
    /\byou (?:are|act as) (?:an? |the )?(?:\w+ )?(?:reviewer|editor|critic|judge|grader|evaluator)\b|\byou (?:review|judge|grade|critique)\b/i,
  ],
  [
    'classify',
    /\byou (?:are|act as) (?:an? |the )?(?:\w+ )?classifier\b|\byou (?:classify|triage|categori[sz]e)\b/i,
  ],
  [
    'letter',
    /\byou (?:write|draft|answer)\b[^.\n]{0,40}\b(?:repl(?:y|ies)|customers?|e-?mails?)\b/i,
  ],
  [
    'report',
    /\byou (?:are|act as) (?:an? |the )?(?:\w+ )?(?:writer|author|journalist)\b|\byou write\b[^.\n]{0,60}\b(?:reports?|articles?|drafts?|notes?)\b/i,
  ],
]

export function taskOf(brief: Brief): Task {
  const { request, instructions } = brief
  const asked = BY_REQUEST.find(([, pattern]) => pattern.test(request))
  if (asked) return asked[0]
  const told = [...BY_ROLE, ...BY_REQUEST].find(
    ([task, pattern]) => task !== 'literal' && pattern.test(instructions),
  )
  return told?.[0] ?? 'chat'
}
