import type { CheckEnvironment } from '../check/check.ts'
import { calledAgents } from './called-agents.ts'

export const environment: CheckEnvironment = {
  tools: [
    {
      name: 'calculator',
      schema: {
        type: 'object',
        properties: { expression: { type: 'string' } },
        required: ['expression'],
        additionalProperties: false,
      },
      effect: 'pure',
    },
    { name: 'send_mail', schema: { type: 'object' }, effect: 'write' },
    { name: 'twice', schema: { type: 'object' }, effect: 'pure' },
    { name: 'twice', schema: { type: 'object' }, effect: 'pure' },
  ],
  connections: [{ name: 'demo' }],
  collections: [
    { name: 'docs', isEmpty: false },
    { name: 'handbook', isEmpty: false },
    { name: 'bare', isEmpty: true },
  ],
  agents: [
    { slug: 'assistant', versions: [1], published: 1 },
    { slug: 'later', versions: [1], published: 1 },
    { slug: 'draft', versions: [1], published: null },
    { slug: 'broken', versions: [1], published: 1 },
    { slug: 'courier', versions: [1], published: 1 },
    { slug: 'office', versions: [1], published: 1 },
    { slug: 'ring', versions: [1], published: 1 },
  ],
  calledAgents,
  prompts: [
    { name: 'greeting', labels: ['production'], versions: [1, 2] },
    {
      name: 'welcome',
      labels: ['production'],
      versions: [1],
      messages: { production: [{ role: 'user', text: 'Greet {{guest}} about {{topic}}' }] },
    },
  ],
  liveThreads: [{ version: 1, threads: 2, state: { ledger: { type: 'array' } } }],
}
