import { keywords, stem, words } from '../text/words.ts'

/** Words that point at a label although they do not contain it. */
const LEXICON: Readonly<Record<string, string>> = {
  billing:
    'charge charged invoice payment refund card subscription bill billed paid money back receipt price twice double overcharged',
  payment: 'charge charged invoice card paid money receipt refund',
  refund: 'refund money back return returned reimburse billed charged twice double overcharged',
  invoice: 'invoice vat due net amount payable bill',
  receipt: 'receipt paid till cash change',
  technical:
    'error bug crash crashes broken fails failing api server slow screen install load loading exception app timeout',
  bug: 'error bug crash crashes broken fails wrong exception unexpected',
  account: 'account password login log sign access locked username profile email',
  login: 'login password sign locked access',
  access: 'login password locked permission account access',
  delivery:
    'delivery package parcel tracking arrived arrive shipped late courier order shipping lost come waiting',
  shipping:
    'delivery package parcel tracking arrived arrive shipped late courier order lost come waiting',
  order: 'order ordered parcel item delivery bought purchase',
  product: 'product item quality broken damaged defect arrived',
  late: 'late lost missing where overdue',
  damaged: 'cracked broken damaged defect scratched smashed',
  return: 'return returned exchange replacement damaged broken',
  sales: 'quote plan plans buy upgrade demo trial pricing purchase seats',
  pricing: 'quote plan plans price pricing cost discount',
  feature: 'feature request would nice wish add support idea suggest suggestion',
  complaint: 'terrible angry disappointed worst unacceptable complaint awful rude',
  security: 'hacked phishing breach unauthorised unauthorized suspicious leak vulnerability stolen',
  spam: 'win prize free click lottery offer congratulations',
  question: 'wondering question curious',
  feedback: 'feedback suggestion love like idea opinion',
  positive:
    'great love loved thanks thank excellent happy amazing good wonderful perfect fantastic pleased nice best enjoy',
  negative:
    'bad hate terrible broken angry disappointed worst poor late wrong never awful useless annoying slow fail failed sad refund',
  mixed: 'but however although though',
  urgent:
    'urgent urgently immediately asap down outage emergency critical production now blocked losing deadline',
  critical:
    'urgent immediately asap down outage emergency critical production breach losing data blocked',
  high: 'urgent urgently immediately asap broken cannot twice angry soon important today unacceptable deadline blocked refund',
  medium: 'soon problem issue wrong late',
  normal: 'question problem issue',
  low: 'whenever wondering curious rush suggestion idea nice sometime question minor',
  yes: 'yes true correct agree approve approved definitely sure',
  no: 'no false incorrect disagree reject rejected never not',
}

/** Labels for when nothing points anywhere, best first. */
const DEFAULTS = [
  'neutral',
  'normal',
  'medium',
  'other',
  'general',
  'unknown',
  'none',
  'misc',
  'n/a',
]

const GOOD =
  /^(?:good|approved?|accept(?:ed)?|pass(?:ed)?|ok(?:ay)?|publish|ship|done|yes|true|correct|final|complete|ready|satisfied|end)$/i
const BAD =
  /^(?:revise|revision|reject(?:ed)?|fail(?:ed)?|retry|rework|rewrite|improve|no|false|incorrect|changes?|needs[ _-]?(?:work|changes|revision)|again|redo|incomplete|not[ _-]?ready)$/i

/** Whether the labels are the two sides of a verdict, and which stands for which. */
export function verdictsAmong(
  labels: readonly string[],
): { good: string; bad: string } | undefined {
  const good = labels.find((label) => GOOD.test(label))
  const bad = labels.find((label) => BAD.test(label))
  return good !== undefined && bad !== undefined ? { good, bad } : undefined
}

const DONE = /^(?:finish(?:ed)?|done|end|stop|answer|complete|final)$/i
const MORE = /^(?:continue|go[ _-]?on|next|proceed|more|replan|revise)$/i

/** Whether the labels say to go on or to be done, and which is which. */
export function waysOnAmong(labels: readonly string[]): { done: string; more: string } | undefined {
  const done = labels.find((label) => DONE.test(label))
  const more = labels.find((label) => MORE.test(label))
  return done !== undefined && more !== undefined ? { done, more } : undefined
}

const SMALL = 7

/** Other words for what a text says: `cracked` gives `broken`, `damaged`… Wide meanings are left out. */
export function synonymsIn(text: string): string {
  const bag = bagOf(text)
  const groups = Object.values(LEXICON).map((group) => words(group))
  const small = groups.filter(
    (group) => group.length <= SMALL && group.some((word) => bag.has(stem(word))),
  )
  return small.flat().join(' ')
}

export type LabelScore = { label: string; score: number }

/**
 * Labels by how much of their meaning is in the text: their own words, what the instructions say
 * about them, and words known to go with them. Best first; ties keep the given order.
 */
export function rankLabels(
  labels: readonly string[],
  text: string,
  instructions: string,
): LabelScore[] {
  const bag = bagOf(text)
  const scored = labels.map((label, index) => ({
    label,
    index,
    score: scoreLabel(label, bag, instructions),
  }))
  return scored
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ label, score }) => ({ label, score }))
}

function scoreLabel(label: string, bag: ReadonlyMap<string, number>, instructions: string): number {
  const own = keywords(label.replaceAll(/[_-]/g, ' '))
  const told = keywords(explanationOf(label, instructions))
  const known = words(label.replaceAll(/[_-]/g, ' '))
    .flatMap((word) => words(LEXICON[word] ?? LEXICON[stem(word)] ?? ''))
    .map(stem)
  const isAsked = /\bquestion\b/i.test(label) && bag.has('?') ? 0.5 : 0
  return weigh(own, bag, 2) + weigh(told, bag, 1.2) + weigh(known, bag, 1) + isAsked
}

function weigh(stems: readonly string[], bag: ReadonlyMap<string, number>, weight: number): number {
  const hits = [...new Set(stems)].map((word) => Math.min(2, bag.get(word) ?? 0))
  return hits.reduce((sum, count) => sum + weight * count, 0)
}

/** What a prompt says a label means: `billing: charges, refunds` or `billing (charges, refunds)`. */
function explanationOf(label: string, instructions: string): string {
  const escaped = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const explained = new RegExp(
    String.raw`(?<![\w-])["'*\x60]*${escaped}["'*\x60]*\s*(?:[:=]|-|–|—|means|is for|for|when|if)\s*([^\n;.]{3,160})|(?<![\w-])["'*\x60]*${escaped}["'*\x60]*\s*\(([^)\n]{3,160})\)`,
    'i',
  ).exec(instructions)
  return explained?.[1] ?? explained?.[2] ?? ''
}

/** "Not urgent" is no word for urgent, nor "not good" one for good. */
const DENIALS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:not|isn['’]t|no|never)\s+(?:(?:very|that|so|really|too|in a)\s+)?(?:urgent|urgency|hurry|rush|important|critical)\b/gi,
    'minor',
  ],
  [
    /\b(?:not|isn['’]t|wasn['’]t|never|don['’]t|didn['’]t)\s+(?:(?:very|that|so|really|too|a)\s+)?(?:good|great|happy|nice|pleased|love|like|work|working)\b/gi,
    'bad',
  ],
]

function bagOf(text: string): Map<string, number> {
  const bag = new Map<string, number>()
  const plain = DENIALS.reduce((result, [pattern, by]) => result.replaceAll(pattern, by), text)
  for (const word of words(plain).map(stem)) bag.set(word, (bag.get(word) ?? 0) + 1)
  if (text.includes('?')) bag.set('?', 1)
  return bag
}

export function defaultLabel(labels: readonly string[]): string | undefined {
  for (const wanted of DEFAULTS) {
    const label = labels.find((candidate) => candidate.toLowerCase() === wanted)
    if (label !== undefined) return label
  }
  return undefined
}
