import type { Brief } from '../answer/brief.ts'
import { taskOf } from '../answer/task.ts'
import type { ToolExchange } from '../answer/conversation.ts'
import type { Block, Draft } from '../style/draft.ts'
import { text } from '../style/draft.ts'
import { centralPassages } from '../text/rank.ts'
import { asSentence, sentences, shorten } from '../text/sentences.ts'
import { capitalise } from '../text/words.ts'
import type { Capability } from '../tools/capability.ts'
import { capabilityOf } from '../tools/capability.ts'
import type { Passage, ToolResult } from '../tools/results.ts'
import { readResult } from '../tools/results.ts'
import type { Quote } from './quote.ts'
import { quote } from './quote.ts'
import { tellTime } from './tell-time.ts'
import { spoken } from './voice.ts'

const SENTENCES = 3

/** An answer made of what the tools gave back. */
export function answerWithResults(brief: Brief): Draft {
  const told = brief.conversation.exchanges.map((exchange) => tell(brief, exchange))
  const blocks: Block[] = told.map((said) => text(...said))
  const isShort = blocks.length > 1 && told.every((said) => said.length === 1)
  return { blocks: isShort ? [text(...told.flat())] : blocks }
}

function tell(brief: Brief, exchange: ToolExchange): string[] {
  const result = readResult(exchange.result)
  if (result.kind === 'error') {
    return [
      spoken(brief, 'toolFailed', {
        tool: exchange.name,
        error: asSentence(shorten(result.message, 200)),
      }),
    ]
  }
  switch (useOf(brief, exchange)) {
    case 'arithmetic':
      return [tellSum(brief, exchange, result)]
    case 'clock':
      return [tellTime(brief, result, exchange.result, zoneOf(exchange))]
    default:
      return tellOther(brief, exchange, result)
  }
}

function useOf(brief: Brief, exchange: ToolExchange): Capability {
  const tool = brief.conversation.tools.find(({ name }) => name === exchange.name)
  const known = tool ?? { name: exchange.name, description: '', parameters: schemaLike(exchange) }
  return capabilityOf(known)
}

/** Tools may no longer be offered when their results are read; the arguments still tell what they took. */
function schemaLike({ arguments: args }: ToolExchange): { readonly [key: string]: unknown } {
  const properties = Object.entries(args).map(([name, value]) => [name, { type: typeof value }])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

function tellSum(brief: Brief, { arguments: args }: ToolExchange, result: ToolResult): string {
  const values = Object.values(args)
  const expression = values.find((value) => typeof value === 'string') ?? values.join(', ')
  return spoken(brief, 'sum', { expression, value: plain(result) })
}

function tellOther(brief: Brief, exchange: ToolExchange, result: ToolResult): string[] {
  if (result.kind !== 'passages') {
    return [
      spoken(brief, 'toolDid', {
        tool: exchange.name,
        result: asSentence(shorten(plain(result), 400)),
      }),
    ]
  }
  const limit = brief.style.maxSentences ?? SENTENCES
  const found =
    taskOf(brief) === 'summarise'
      ? centre(result.passages, limit)
      : quote(result.passages, queryOf(brief, exchange), limit)
  if (!found) return [spoken(brief, 'notInText', { topic: queryOf(brief, exchange) })]
  const said = found.sentences.map((sentence) => asSentence(shorten(capitalise(sentence), 400)))
  if (found.source === undefined) return said
  const source = spoken(brief, 'source', { source: found.source })
  return [...said.slice(0, -1), `${said.at(-1) ?? ''} ${source}`]
}

function centre(passages: readonly Passage[], limit: number): Quote | undefined {
  const [first] = passages
  if (!first) return undefined
  const all = passages.flatMap(({ text: whole }) => sentences(whole))
  return { sentences: centralPassages(all, limit), source: first.source }
}

function zoneOf({ arguments: args }: ToolExchange): unknown {
  return Object.entries(args).find(([name]) => /zone|tz|location|city/i.test(name))?.[1]
}

function queryOf(brief: Brief, { arguments: args }: ToolExchange): string {
  const asked = Object.values(args).find((value) => typeof value === 'string')
  return typeof asked === 'string' ? asked : brief.topic
}

function plain(result: ToolResult): string {
  switch (result.kind) {
    case 'value':
      return result.text
    case 'record':
      return result.entries
        .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
        .join(', ')
    case 'passages':
      return result.passages.map((passage) => passage.text).join(' ')
    default:
      return result.message
  }
}
