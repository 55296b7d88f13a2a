import type { Answer } from '../answer/answer.ts'
import { callTool, say } from '../answer/answer.ts'
import type { Conversation } from '../answer/conversation.ts'
import { filler } from './filler.ts'

/** A string is found anywhere in the text, whatever its case. */
export type TextMatch = string | RegExp

export type ScriptMatch =
  /** Against the newest user message. */
  | TextMatch
  | {
      system?: TextMatch
      last?: TextMatch
      /** Against the newest tool result; never true before a tool was called. */
      tool?: TextMatch
      model?: TextMatch
      /** Assistant messages since the newest user message: 0 for the first answer. */
      turn?: number
    }

export type ScriptReply =
  | string
  | {
      content?: string
      toolCalls?: readonly { name: string; arguments: unknown }[]
      /** Answered as JSON text. */
      json?: unknown
      /** Readable text of exactly so many tokens. */
      tokens?: number
      refusal?: string
      /** As the `x-demo-fault` header. */
      fault?: string
      latencyMs?: number
      tokensPerSecond?: number
    }

export type ScriptEntry = {
  /** Left out, it matches every request. */
  match?: ScriptMatch
  reply: ScriptReply
  /** How often it answers before the next matching entry has its turn. */
  times?: number
}

export type Script = readonly ScriptEntry[]

/** Plays scripts: of the entries that match and are not used up, the first one answers. */
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

/** Undefined when the reply only sets a fault or a pace and leaves the answer to the rules. */
export function answerOf(reply: ScriptReply): Answer | undefined {
  if (typeof reply === 'string') return say(reply)
  if (reply.refusal !== undefined) return { ...say(null), refusal: reply.refusal }
  const calls = reply.toolCalls?.map((call) => ({
    name: call.name,
    arguments:
      typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {}),
  }))
  const content = contentOf(reply)
  if (calls && calls.length > 0) return { ...callTool(calls), content }
  return content === null ? undefined : say(content)
}

function contentOf(reply: Exclude<ScriptReply, string>): string | null {
  if (reply.content !== undefined) return reply.content
  if (reply.json !== undefined) return JSON.stringify(reply.json)
  return reply.tokens === undefined ? null : filler(reply.tokens)
}

function matches(match: ScriptMatch | undefined, conversation: Conversation): boolean {
  if (match === undefined) return true
  if (typeof match === 'string' || match instanceof RegExp) {
    return isFound(match, conversation.question)
  }
  const tool = conversation.exchanges.at(-1)?.result
  return (
    isFound(match.system, conversation.system) &&
    isFound(match.last, conversation.question) &&
    isFound(match.model, conversation.model) &&
    (match.tool === undefined || (tool !== undefined && isFound(match.tool, tool))) &&
    (match.turn === undefined || match.turn === conversation.turn)
  )
}

function isFound(match: TextMatch | undefined, text: string): boolean {
  if (match === undefined) return true
  if (typeof match === 'string') return text.toLowerCase().includes(match.toLowerCase())
  return text.search(match) >= 0
}
