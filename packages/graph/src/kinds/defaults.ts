import {
  DEMO_CONNECTION,
  type GraphNode,
  type ModelSettings,
  type NodeKind,
  type Prompt,
} from '@lathe/contract'

const DEMO_MODEL: ModelSettings = { connection: DEMO_CONNECTION, name: 'demo-1' }

const CONVERSATION: Prompt = {
  messages: [
    { role: 'system', text: 'You are a helpful assistant.' },
    { role: 'placeholder', channel: 'messages' },
  ],
}

/** Returns a new node from the palette; it is valid once its channels exist. */
export function defaultNode(kind: NodeKind): GraphNode {
  switch (kind) {
    case 'model':
      return { kind, model: DEMO_MODEL, prompt: CONVERSATION }
    case 'agent':
      return { kind, model: DEMO_MODEL, prompt: CONVERSATION, tools: [] }
    case 'tools':
      return { kind, channel: 'messages' }
    case 'tool':
      return { kind, tool: 'calculator', args: { expression: { value: '1 + 1' } } }
    case 'branch':
      return { kind, decide: { by: 'rules', rules: [] }, else: 'else' }
    case 'code':
      return { kind, code: 'return {}', writes: [] }
    case 'set':
      return { kind, values: {} }
    case 'retrieve':
      return { kind, collection: '', query: '', k: 5, writes: 'documents' }
    case 'ask':
      return {
        kind,
        message: 'Do you want to continue?',
        decisions: [
          { port: 'yes', label: 'Yes' },
          { port: 'no', label: 'No' },
        ],
      }
    default:
      return { kind, agent: '', input: {}, output: {} }
  }
}
