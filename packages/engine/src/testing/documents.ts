import type {
  Channel,
  GraphDocument,
  GraphEdge,
  GraphNode,
  ModelSettings,
  NodeOf,
} from '@lathe/contract'
import type { ScriptEntry } from '@lathe/mock-provider'

type Parts = {
  state?: Record<string, Channel>
  input?: string[]
  output?: string[]
  nodes: Record<string, GraphNode>
  /** `'a > b'`, `'a.port > b'`, or a complete edge. */
  edges: (string | GraphEdge)[]
}

/** Creates a document that shows only what a test is about. */
export function graph({ state, input, output, nodes, edges }: Parts): GraphDocument {
  const channels: Record<string, Channel> = state ?? {
    topic: { type: 'string' },
    text: { type: 'string' },
  }
  return {
    format: 1,
    state: channels,
    input: input ?? Object.keys(channels).slice(0, 1),
    output: output ?? Object.keys(channels).slice(-1),
    nodes,
    edges: edges.map((edge) => (typeof edge === 'string' ? toEdge(edge) : edge)),
    layout: {},
    notes: [],
  }
}

function toEdge(text: string): GraphEdge {
  const [source = '', to = ''] = text.split(' > ')
  const [from = '', when] = source.split('.')
  return { from, to, ...(when !== undefined && { when }) }
}

export const demoModel = (fields: Partial<ModelSettings> = {}): ModelSettings => ({
  connection: 'demo',
  name: 'demo-fast',
  ...fields,
})

/** Calls a model with `text` and writes the answer to the channel `text`. */
export const modelNode = (text: string, fields: Partial<GraphNode> = {}): GraphNode =>
  ({
    kind: 'model',
    model: demoModel(),
    prompt: { messages: [{ role: 'user', text }] },
    output: { text: 'text' },
    ...fields,
  }) as GraphNode

/** The smallest graph that calls a model. */
export const oneModel = (fields: Partial<GraphNode> = {}): GraphDocument =>
  graph({
    nodes: { write: modelNode('{{topic}}', fields) },
    edges: ['start > write', 'write > end'],
  })

/** An agent whose only tool is the calculator. */
export const calculatingAgent = (fields: Partial<NodeOf<'agent'>> = {}) =>
  graph({
    state: { messages: { type: 'messages' } },
    nodes: {
      assistant: {
        kind: 'agent',
        model: demoModel(),
        prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
        tools: ['calculator'],
        ...fields,
      },
    },
    edges: ['start > assistant', 'assistant > end'],
  })

export const calculation = { messages: [{ role: 'user', content: 'What is 6 * 7?' }] }

/** Calls the tool once and then gives this reply. */
export const calculatesAndSays = (reply: string): ScriptEntry[] => [
  {
    match: { turn: 0 },
    reply: { toolCalls: [{ name: 'calculator', arguments: { expression: '6 * 7' } }] },
  },
  { reply },
]
