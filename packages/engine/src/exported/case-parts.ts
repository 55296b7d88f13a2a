import type {
  CalledAgents,
  Channel,
  GraphDocument,
  GraphNode,
  InterruptAnswer,
  Json,
} from '@lathe/contract'
import { graph, demoModel } from '../testing/documents.ts'

export type FeatureCase = {
  document: GraphDocument
  calledAgents?: CalledAgents
  input: Record<string, Json>
  /** A human's answers in the formats of Lathe and of an exported project. */
  answers?: readonly { lathe: InterruptAnswer; project: Json }[]
}

export const set = (values: Record<string, string>): GraphNode => ({
  kind: 'set',
  values: Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      text.startsWith('= ') ? { expression: text.slice(2) } : { template: text },
    ]),
  ),
})

export const prompt = (text: string) => ({ messages: [{ role: 'user' as const, text }] })
export const agent = (text: string, fields: Partial<GraphNode> = {}): GraphNode =>
  ({
    kind: 'agent',
    model: demoModel(),
    prompt: prompt(text),
    tools: ['calculator'],
    ...fields,
  }) as GraphNode

export const list: Channel = { type: 'array', items: { type: 'string' }, reducer: 'append' }
export const topic: Channel = { type: 'string' }
export const text: Channel = { type: 'string', default: '' }
export const messages: Channel = { type: 'messages' }
export const answer: Channel = { type: 'object', default: {} }
export const CALL = '[[call: calculator {"expression":"2*21"}]]'

export const sum = {
  schema: {
    type: 'object',
    properties: { sum: { type: 'number' }, note: { type: 'string' } },
    required: ['sum'],
    additionalProperties: false,
  },
  writes: { answer: '', text: 'note' },
}

export const singleNode = (node: GraphNode, state: Record<string, Channel> = { topic, text }) =>
  graph({ state, input: ['topic'], nodes: { it: node }, edges: ['start > it', 'it > end'] })

export const approval = (
  lathe: Extract<InterruptAnswer, { kind: 'approval' }>['decisions'],
  project: Json[],
) => ({ lathe: { kind: 'approval' as const, decisions: lathe }, project: { decisions: project } })

export const ask = (decision: string, values: Record<string, Json> = {}) => ({
  lathe: { kind: 'ask' as const, decision, values },
  project: { decision, values },
})
