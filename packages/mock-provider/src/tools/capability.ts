import type { OfferedTool } from '../answer/conversation.ts'
import { propertiesOf, textAt, typesOf } from '../structured/schema.ts'
import { identifierWords } from '../text/words.ts'
import { isObject } from '../wire/json.ts'

/** What a tool is for, as far as its name, description and parameters tell. */
export type Capability = 'arithmetic' | 'clock' | 'fetch' | 'lookup' | 'answer' | 'other'

const ANSWER =
  /^(?:extract|extract \d+|final answer|answer|respond|response|submit(?: \w+)?|structured \w+|output|return \w+)$/
const ARITHMETIC =
  /\b(?:calc|calculate|calculator|calculates|arithmetic|math|maths|evaluate|compute|add|multiply|subtract|divide|sum)\b/
const CLOCK = /\b(?:time|date|clock|now|today)\b/
const CLOCK_SAID = /\b(?:current|today's|what)\b[^.]{0,20}\b(?:time|date)\b|\b(?:time|date) now\b/
const FETCH = /\b(?:http|https|fetch|url|web ?page|browse|download|scrape|request|get page)\b/
const LOOKUP =
  /\b(?:lookup|look up|search|searches|knowledge|retriev\w*|wiki\w*|docs?|documentation|faq|query|find)\b/
const QUERY =
  /^(?:q|query|queries|question|search|search query|term|terms|topic|text|keywords?|input|subject|title)$/

export function capabilityOf(tool: OfferedTool): Capability {
  const name = identifierWords(tool.name).join(' ')
  const said = tool.description.toLowerCase()
  if (ANSWER.test(name)) return 'answer'
  if (
    ARITHMETIC.test(name) ||
    /\b(?:calculat\w+|arithmetic|mathematical|math expression)\b/.test(said)
  ) {
    if (expressionProperty(tool) !== undefined || operandProperties(tool).length >= 2)
      return 'arithmetic'
  }
  if ((CLOCK.test(name) || CLOCK_SAID.test(said)) && requiredStrings(tool) <= 1) return 'clock'
  if (urlProperty(tool) !== undefined && (FETCH.test(name) || FETCH.test(said))) return 'fetch'
  if ((LOOKUP.test(name) || LOOKUP.test(said)) && queryProperty(tool) !== undefined) return 'lookup'
  return 'other'
}

export function expressionProperty(tool: OfferedTool): string | undefined {
  return (
    stringProperties(tool).find((name) =>
      /\b(?:expression|expr|formula|input|equation|query|calculation|sum|text)\b/.test(
        wordsOf(name),
      ),
    ) ?? onlyString(tool)
  )
}

export function operandProperties(tool: OfferedTool): string[] {
  return propertiesOf(tool.parameters)
    .filter(
      ([, property]) =>
        isObject(property) && /^(?:number|integer)$/.test(typesOf(property)[0] ?? ''),
    )
    .map(([name]) => name)
}

export function urlProperty(tool: OfferedTool): string | undefined {
  return propertiesOf(tool.parameters).find(
    ([name, property]) =>
      /\b(?:url|uri|link|address)\b/.test(wordsOf(name)) ||
      (isObject(property) && textAt(property, 'format') === 'uri'),
  )?.[0]
}

export function queryProperty(tool: OfferedTool): string | undefined {
  return stringProperties(tool).find((name) => QUERY.test(wordsOf(name))) ?? onlyString(tool)
}

export function zoneProperty(tool: OfferedTool): string | undefined {
  return stringProperties(tool).find((name) =>
    /\b(?:timezone|time zone|zone|tz|location|city|place)\b/.test(wordsOf(name)),
  )
}

function stringProperties(tool: OfferedTool): string[] {
  return propertiesOf(tool.parameters)
    .filter(
      ([, property]) =>
        isObject(property) && typesOf(property).includes('string') && !('enum' in property),
    )
    .map(([name]) => name)
}

function onlyString(tool: OfferedTool): string | undefined {
  const [only, ...more] = stringProperties(tool)
  return more.length === 0 ? only : undefined
}

function requiredStrings(tool: OfferedTool): number {
  const required = tool.parameters['required']
  return Array.isArray(required) ? required.length : 0
}

function wordsOf(name: string): string {
  return identifierWords(name).join(' ')
}
