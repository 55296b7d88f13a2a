import * as z from 'zod'
import { checkPortNames, choicePort, defineKind } from '../definition.ts'
import type { NodePort } from '../definition.ts'
import { anyNode, Port } from '../schema/common.ts'
import { JsonSchema } from '../schema/json.ts'
import { ChannelName, Expression, TemplateText } from '../schema/state.ts'

const AskNode = z.strictObject({
  kind: z.literal('ask'),
  ...anyNode,
  message: TemplateText,
  /** Fields that the human fills in, as a JSON Schema of an object. */
  form: JsonSchema.optional(),
  decisions: z
    .array(
      z.strictObject({
        port: Port,
        label: z.string().max(100).optional(),
        /**
         * Whether the form must be valid for this decision. By default only for the first decision.
         */
        needsForm: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(8),
  /** Milliseconds without an answer after which the run leaves by the port `timeout`. */
  deadlineMs: z.int().positive().optional(),
  /** Maps a channel to a path in `{ decision, values }`. */
  writes: z.record(ChannelName, z.string().max(256)).optional(),
  /** Distinguishes parallel copies. Required inside a fan-out. */
  key: Expression.optional(),
})

const TIMEOUT: NodePort = { name: 'timeout', label: 'no answer', role: 'timeout', required: true }

export const askKind = defineKind<typeof AskNode>(AskNode, {
  kind: 'ask',
  title: 'Ask a human',
  description: 'Pauses until a person decides',
  family: 'agent',
  icon: 'hand',
  keywords: 'human approval interrupt form',
  form: [
    {
      title: 'Question',
      fields: [
        { type: 'template', name: 'message', label: 'Message', isRequired: true },
        { type: 'decisions', name: 'decisions', label: 'Decisions' },
      ],
    },
    {
      title: 'Form',
      isFolded: ({ form }) => form === undefined,
      fields: [{ type: 'form-schema', name: 'form', label: 'Fields' }],
    },
    {
      title: 'Answer',
      isFolded: ({ writes }) => writes === undefined,
      fields: [
        { type: 'answer-paths', name: 'writes', label: 'Save to channels' },
        {
          type: 'duration',
          name: 'deadlineMs',
          label: 'On timeout continue after',
          description: 'Leaves by the port “no answer”.',
          placeholder: 'No timeout',
        },
        {
          type: 'expression',
          name: 'key',
          label: 'Key',
          description: 'Distinguishes the copies of a fan-out. Required inside one.',
        },
      ],
    },
  ],
  create: () => ({
    kind: 'ask',
    message: 'Do you want to continue?',
    decisions: [
      { port: 'yes', label: 'Yes' },
      { port: 'no', label: 'No' },
    ],
  }),
  summarize: ({ message }) => message.replace(/\s+/g, ' ').trim(),
  ports({ decisions, deadlineMs }) {
    const labels = new Map(decisions.map(({ port, label }) => [port, label ?? port]))
    const choices = [...labels].map(([name, label]) => choicePort(name, label))
    return deadlineMs === undefined ? choices : [...choices, TIMEOUT]
  },
  renamePort: (node, from, to) => ({
    ...node,
    decisions: node.decisions.map((decision) =>
      decision.port === from ? { ...decision, port: to } : decision,
    ),
  }),
  check({ decisions, form }, check) {
    checkPortNames(check, {
      field: 'decisions',
      noun: 'decisions',
      ports: decisions.map(({ port }) => port),
      reserved: ['error', 'timeout'],
    })
    if (form && form['type'] !== 'object') {
      const message = 'A form needs an object schema: its properties are the fields'
      check.report('BAD_SCHEMA', 'form', message)
    }
  },
  isPause: true,
})
