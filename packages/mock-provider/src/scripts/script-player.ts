import { type Answer, textAnswer, toolCallAnswer } from '../answers/answer.ts'
import type { Conversation } from '../answers/conversation.ts'
import type { Settings } from '../settings.ts'
import { splitTokens } from '../tokens.ts'

/** A string matches anywhere in the text, ignoring case. */
export type TextMatch = string | RegExp

export type ScriptMatch =
  /** Matches the newest user message. */
  | TextMatch
  | {
      system?: TextMatch
      /** Matches the newest user message. */
      last?: TextMatch
      /** Matches the newest tool result since the newest user message. */
      tool?: TextMatch
      model?: TextMatch
      /** Number of assistant messages since the newest user message: 0 for the first answer. */
      turn?: number
    }

export type ScriptReply =
  | string
  | (Pick<Settings, 'fault' | 'latencyMs' | 'tokensPerSecond'> & {
      content?: string
      toolCalls?: readonly { name: string; arguments: unknown }[]
      /** Sent as JSON text. */
      json?: unknown
      /** Sends readable text of exactly this many tokens. */
      tokens?: number
      refusal?: string
    })

export type ScriptEntry = {
  /** Without it, the entry matches every request. */
  match?: ScriptMatch
  reply: ScriptReply
  /** Number of answers before the next matching entry is used. */
  times?: number
}

export type Script = readonly ScriptEntry[]

/** Plays scripts: the first entry that matches and is not used up answers. */
export class ScriptPlayer {
  readonly #uses = new Map<ScriptEntry, number>()

  next(script: Script, conversation: Conversation): ScriptReply | undefined {
    const entry = script.find(
      (candidate) =>
        (this.#uses.get(candidate) ?? 0) < (candidate.times ?? Number.POSITIVE_INFINITY) &&
        matches(candidate.match, conversation),
    )
    if (entry) this.#uses.set(entry, (this.#uses.get(entry) ?? 0) + 1)
    return entry?.reply
  }

  reset(): void {
    this.#uses.clear()
  }
}

/** Returns undefined for a reply that only sets a fault or a pace. */
export function replyAnswer(reply: ScriptReply): Answer | undefined {
  if (typeof reply === 'string') return textAnswer(reply)
  if (reply.refusal !== undefined) return { ...textAnswer(null), refusal: reply.refusal }
  const calls = reply.toolCalls?.map(({ name, arguments: args }) => ({
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
  }))
  const content = replyText(reply)
  if (calls && calls.length > 0) return { ...toolCallAnswer(calls), content }
  return content === null ? undefined : textAnswer(content)
}

function replyText(reply: Exclude<ScriptReply, string>): string | null {
  if (reply.content !== undefined) return reply.content
  if (reply.json !== undefined) return JSON.stringify(reply.json)
  return reply.tokens === undefined ? null : fillerText(reply.tokens)
}

function matches(match: ScriptMatch | undefined, conversation: Conversation): boolean {
  if (match === undefined) return true
  const { question, system, model, turn, exchanges } = conversation
  if (typeof match === 'string' || match instanceof RegExp) return isMatch(match, question)
  const result = exchanges.at(-1)?.result
  return (
    isMatch(match.system, system) &&
    isMatch(match.last, question) &&
    isMatch(match.model, model) &&
    (match.tool === undefined || (result !== undefined && isMatch(match.tool, result))) &&
    (match.turn === undefined || match.turn === turn)
  )
}

function isMatch(match: TextMatch | undefined, text: string): boolean {
  if (match === undefined) return true
  if (typeof match === 'string') return text.toLowerCase().includes(match.toLowerCase())
  return text.search(match) >= 0
}

const PARAGRAPH =
  'A graph of small steps is easier to trust than one long prompt. Each step reads the state, does one thing and writes down what it found. When a step goes wrong, the trace shows which one, with the words that went in and the words that came out. Change that one, replay the rest from the recording, and see whether the answer is better. '
const PIECES = splitTokens(PARAGRAPH)
const MAX_FILLER_TOKENS = 200_000

function fillerText(tokens: number): string {
  const count = Math.min(tokens, MAX_FILLER_TOKENS)
  const repetitions = Math.floor(count / PIECES.length)
  return PARAGRAPH.repeat(repetitions) + PIECES.slice(0, count % PIECES.length).join('')
}
