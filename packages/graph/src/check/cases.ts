import type { Channel, GraphNode, ModelSettings } from '@lathe/contract'
import type { graph } from '../testing/documents.ts'
import type { ProblemCode } from './codes.ts'

export type Parts = Parameters<typeof graph>[0]
export type Case = [code: ProblemCode, what: string, place: object, parts: Parts]

export const demoModel: ModelSettings = { connection: 'demo', name: 'demo-1' }
export const prompt = { messages: [{ role: 'user' as const, text: '{{topic}}' }] }
export const line = ['start > a', 'a > end']
export const state: Record<string, Channel> = {
  topic: { type: 'string' },
  count: { type: 'number', default: 0 },
  draft: { type: 'string' },
  notes: { type: 'array', reducer: 'append' },
  messages: { type: 'messages' },
}
export const singleNode = (a: GraphNode, parts: Parts = {}): Parts => ({
  state,
  nodes: { a },
  edges: line,
  ...parts,
})
export const model = (fields: Partial<Extract<GraphNode, { kind: 'model' }>> = {}): GraphNode => ({
  kind: 'model',
  model: demoModel,
  prompt,
  ...fields,
})
export const rules = (...conditions: string[]): GraphNode => ({
  kind: 'branch',
  decide: { by: 'rules', rules: conditions.map((when, index) => ({ port: `p${index}`, when })) },
  else: 'else',
})
export const ask = (fields: Partial<Extract<GraphNode, { kind: 'ask' }>> = {}): GraphNode => ({
  kind: 'ask',
  message: 'Well?',
  decisions: [{ port: 'yes' }],
  ...fields,
})
export const code = (text: string, writes: string[] = []): GraphNode => ({
  kind: 'code',
  code: text,
  writes,
})
export const copied = (a: GraphNode): Parts => ({
  state,
  nodes: { a },
  edges: [
    { from: 'start', to: 'a', each: { of: 'notes', as: 'note' } },
    a.kind === 'ask' ? 'a.yes > end' : 'a > end',
  ],
})
