import * as z from 'zod'
import { defineKind } from '../definition.ts'
import { anyNode } from '../schema/common.ts'
import { ChannelName } from '../schema/state.ts'
import { listNames } from '../words.ts'

const CodeNode = z.strictObject({
  kind: z.literal('code'),
  ...anyNode,
  /** A JavaScript function body over `state`. Returns an object of channels to write. */
  code: z.string().max(100_000),
  writes: z.array(ChannelName),
})

export const codeKind = defineKind<typeof CodeNode>(CodeNode, {
  kind: 'code',
  title: 'Code',
  description: 'Writes channels from a JavaScript function',
  family: 'step',
  icon: 'code',
  keywords: 'javascript function script',
  form: [
    {
      title: 'Code',
      fields: [
        {
          type: 'code',
          name: 'code',
          isRequired: true,
          label: 'Function body',
          description:
            'The channels are variables, and members of `state`. Return an object with the channels to write.',
        },
        {
          type: 'channels',
          name: 'writes',
          label: 'Writes',
          placeholder: 'No channel',
          isRequired: true,
        },
      ],
    },
  ],
  create: () => ({ kind: 'code', code: 'return {}', writes: [] }),
  summarize: ({ writes }) => `→ ${listNames(writes, 'nothing')}`,
  export: ({ code, writes }, { useCode }) => ({
    isAsync: true,
    lines: [],
    update: [`...await ${useCode(code, writes)}(state)`],
  }),
})
