import type { CalledAgent, GraphDocument } from '@lathe/contract'
import { hashDocument } from '../document/hash.ts'
import { graph, set } from './documents.ts'

export const calledAgent = (agent: string, document: GraphDocument, version = 1): CalledAgent => ({
  agent,
  name: agent[0]?.toUpperCase() + agent.slice(1),
  version,
  hash: hashDocument(document),
  document,
})

/** Reads a text and its volume; writes a text and a list. */
const assistant = graph({
  state: {
    question: { type: 'string' },
    loud: { type: 'boolean', default: false },
    reply: { type: 'string', default: '' },
    steps: { type: 'array', default: [] },
  },
  input: ['question', 'loud'],
  output: ['reply', 'steps'],
  nodes: {
    say: set({ reply: "= loud ? question.toUpperCase() : 'Re: ' + question", steps: ['say'] }),
  },
  edges: ['start > say', 'say > end'],
})

/** Calls itself. */
const ring = graph({
  nodes: { again: { kind: 'agent-call', agent: 'ring', input: {}, output: {} } },
  edges: ['start > again', 'again > end'],
})

/** Sends mail, then asks. */
const courier = graph({
  nodes: {
    mail: {
      kind: 'agent',
      model: { connection: 'demo', name: 'demo-1' },
      prompt: { messages: [{ role: 'user', text: '{{topic}}' }] },
      tools: ['send_mail'],
      output: { message: 'messages' },
    },
    sure: { kind: 'ask', message: 'Well?', decisions: [{ port: 'yes' }] },
  },
  state: { topic: { type: 'string', default: '' }, messages: { type: 'messages' } },
  edges: ['start > mail', 'mail > sure', 'sure.yes > end'],
})

/** Delegates to the courier. */
const office = graph({
  nodes: { send: { kind: 'agent-call', agent: 'courier', input: {}, output: {} } },
  edges: ['start > send', 'send > end'],
})

export const calledAgents = {
  courier: calledAgent('courier', courier),
  office: calledAgent('office', office),
  assistant: calledAgent('assistant', assistant),
  'assistant@1': calledAgent('assistant', assistant),
  broken: calledAgent('broken', graph({ nodes: {} })),
  ring: calledAgent('ring', ring),
}
