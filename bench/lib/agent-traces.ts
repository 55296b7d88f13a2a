import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuid7 } from './langsmith-batches.ts'

type Message = { type: 'system' | 'human' | 'ai' | 'tool'; content: string; [key: string]: unknown }

/** One span of an agent trace, before a protocol encodes it. */
export type AgentSpan = {
  id: string
  traceId: string
  parentId: string | null
  name: string
  kind: 'chain' | 'llm' | 'tool'
  startedAt: number
  endedAt: number
  inputs: object
  outputs: object
  metadata: Record<string, unknown>
}

const DOCUMENTS = join(import.meta.dirname, '../../docs')
const AGENTS = 8
const CUSTOMERS = 1_000

/** Markov chain over `docs/`: unique sentences with the repeated phrases of English prose. */
function textSource(random: () => number) {
  const followers = new Map<string, string[]>()
  const words = readdirSync(DOCUMENTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => readFileSync(join(DOCUMENTS, name), 'utf8').split(/\s+/))
    .filter((word) => /^[\w',.;:-]+$/.test(word))
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (next === undefined) continue
    const known = followers.get(word)
    if (known) known.push(next)
    else followers.set(word, [next])
  }
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const prose = (length: number): string => {
    let word = pick(words)
    let text = word
    while (text.length < length) {
      word = pick(followers.get(word) ?? words)
      text += ` ${word}`
    }
    return text
  }
  return { pick, prose }
}

/** A seeded generator of numbers in [0, 1): mulberry32, https://github.com/cprosche/mulberry32. */
function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Traces of tool-calling agents, nine spans each: every step carries the whole message list, as LangGraph's do. */
export function agentTraces(seed = 1) {
  const random = seededRandom(seed)
  const { pick, prose } = textSource(random)
  const integer = (below: number) => Math.floor(random() * below)
  const agents = Array.from({ length: AGENTS }, (_, at) => ({
    name: `agent-${at}`,
    prompt: prose(500),
    model: at % 2 === 0 ? 'gpt-5-mini' : 'claude-sonnet-4-5',
    tools: Array.from({ length: 3 }, (__, tool) => ({
      type: 'function',
      function: {
        name: `tool_${at}_${tool}`,
        description: prose(80),
        parameters: {
          type: 'object',
          properties: {
            query: { type: 'string', description: prose(40) },
            limit: { type: 'number' },
          },
          required: ['query'],
        },
      },
    })),
  }))

  return function agentTrace(start: number): AgentSpan[] {
    const agent = pick(agents)
    const traceId = uuid7()
    const shared = {
      thread_id: uuid7(),
      customer: `customer-${integer(CUSTOMERS)}`,
      env: integer(10) === 0 ? 'staging' : 'production',
    }
    const messages: Message[] = [
      { type: 'system', content: agent.prompt },
      { type: 'human', content: prose(120), id: uuid7() },
    ]
    const spans: AgentSpan[] = []
    let clock = Math.floor(start)
    const add = (span: Omit<AgentSpan, 'id' | 'traceId' | 'startedAt' | 'endedAt'>): AgentSpan => {
      const startedAt = clock
      clock += 20 + integer(1_500)
      const id = spans.length === 0 ? traceId : uuid7()
      const added = { ...span, id, traceId, startedAt, endedAt: clock }
      spans.push(added)
      return added
    }
    const root = add({
      parentId: null,
      name: agent.name,
      kind: 'chain',
      inputs: { messages: messages.slice(1) },
      outputs: {},
      metadata: { ...shared },
    })
    for (let step = 1; step <= 3; step++) {
      const node = add({
        parentId: traceId,
        name: 'agent',
        kind: 'chain',
        inputs: { messages: messages.slice(1) },
        outputs: {},
        metadata: { ...shared, langgraph_step: step * 2 - 1, langgraph_node: 'agent' },
      })
      const tool = pick(agent.tools).function.name
      const isLast = step === 3
      const call = {
        id: `call_${randomId()}`,
        name: tool,
        args: { query: prose(30), limit: integer(9) },
      }
      const usage = { input_tokens: 400 + integer(2_000), output_tokens: 20 + integer(200) }
      const answer: Message = {
        type: 'ai',
        content: isLast ? prose(300) : '',
        id: `run-${uuid7()}`,
        tool_calls: isLast ? [] : [call],
        response_metadata: { model: agent.model, finish_reason: isLast ? 'stop' : 'tool_calls' },
        usage_metadata: { ...usage, total_tokens: usage.input_tokens + usage.output_tokens },
      }
      add({
        parentId: node.id,
        name: 'ChatModel',
        kind: 'llm',
        inputs: { messages: [messages.map((message) => asSerialized(message))] },
        outputs: {
          generations: [[{ text: answer.content, message: asSerialized(answer) }]],
          llm_output: { model: agent.model },
        },
        metadata: {
          ...shared,
          ls_model_name: agent.model,
          ls_provider: agent.model.startsWith('gpt') ? 'openai' : 'anthropic',
          ls_temperature: 0.2,
          langgraph_step: step * 2 - 1,
          langgraph_node: 'agent',
        },
      })
      messages.push(answer)
      node.outputs = { messages: [answer] }
      node.endedAt = clock
      if (isLast) break
      const result = JSON.stringify({ id: integer(100_000), status: 'open', note: prose(180) })
      const tools = add({
        parentId: traceId,
        name: 'tools',
        kind: 'tool',
        inputs: call.args,
        outputs: { output: result },
        metadata: { ...shared, langgraph_step: step * 2, langgraph_node: 'tools' },
      })
      tools.name = tool
      messages.push({
        type: 'tool',
        content: result,
        tool_call_id: call.id,
        name: tool,
        id: uuid7(),
      })
    }
    root.outputs = { messages: messages.slice(1) }
    root.endedAt = clock
    return spans
  }

  function randomId() {
    return randomBytes(12).toString('hex')
  }
}

/** A message as LangChain serializes it for tracers. */
const asSerialized = ({ type, ...kwargs }: Message) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', `${type[0]?.toUpperCase()}${type.slice(1)}Message`],
  kwargs,
})
