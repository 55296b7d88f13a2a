import type { CheckEnvironment } from '../check/check.ts'

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
  connections: [{ name: 'practice' }],
  agents: [{ slug: 'assistant', versions: [1] }],
  prompts: [{ name: 'greeting', labels: ['production'], versions: [1, 2] }],
}
