import * as z from 'zod'
import { defineKind } from '../definition.ts'
import { anyNode, modelCall } from '../schema/common.ts'
import { ToolName } from '../schema/json.ts'
import { plural } from '../words.ts'
import { newModelCall, summarizeModelCall } from './model-call.ts'

/** Default maximum rounds of model and tools in an agent. */
export const DEFAULT_STEPS = 25

const AgentNode = z.strictObject({
  kind: z.literal('agent'),
  ...anyNode,
  ...modelCall,
  /** Tools that require human approval before each call. */
  approvals: z.array(ToolName).optional(),
  maxSteps: z.int().positive().max(200).optional(),
  maxModelCalls: z.int().positive().optional(),
  maxToolCalls: z.int().positive().optional(),
  maxTotalTokens: z.int().positive().optional(),
  summarize: z
    .strictObject({ afterTokens: z.int().positive(), keepMessages: z.int().positive() })
    .optional(),
})
type AgentNode = z.infer<typeof AgentNode>

const limit = { type: 'number', placeholder: 'No limit', isNarrow: true } as const

export const agentKind = defineKind<typeof AgentNode>(AgentNode, {
  kind: 'agent',
  title: 'Agent',
  description: 'A model that calls tools until it has the answer',
  family: 'agent',
  icon: 'robot',
  form: [
    {
      title: 'Model',
      note: ({ model }) => model.name,
      fields: [{ type: 'model', name: 'model', label: 'Model' }],
    },
    { title: 'Prompt', fields: [{ type: 'prompt', name: 'prompt', label: 'Prompt' }] },
    {
      title: 'Tools',
      note: ({ tools = [] }) => plural(tools.length, 'tool'),
      fields: [
        { type: 'tools', name: 'tools', label: 'Available tools', isRequired: true },
        {
          type: 'approvals',
          name: 'approvals',
          label: 'Require approval for',
          description: 'The run waits for approval before each of these calls.',
        },
      ],
    },
    {
      title: 'Answer',
      isFolded: ({ answer, output }) => !answer && !output,
      fields: [
        { type: 'answer', name: 'answer', label: 'Structured output' },
        { type: 'output', name: 'output', label: 'Output' },
      ],
    },
    {
      title: 'Limits',
      isFolded: (node) => countLimits(node) === 0,
      note: (node) => (countLimits(node) > 0 ? plural(countLimits(node), 'cap') : undefined),
      fields: [
        { ...limit, name: 'maxModelCalls', label: 'Model calls', limits: { min: 1 } },
        { ...limit, name: 'maxToolCalls', label: 'Tool calls', limits: { min: 1 } },
        { ...limit, name: 'maxTotalTokens', label: 'Total tokens', limits: { min: 1 } },
        { ...limit, name: 'maxSteps', label: 'Steps', limits: { min: 1, max: 200 } },
        { type: 'summarize', name: 'summarize', label: 'Summarize long histories' },
      ],
    },
  ],
  create: () => ({ kind: 'agent', ...newModelCall(), tools: [] }),
  summarize: summarizeModelCall,
  modelCalls({
    tools = [],
    answer,
    summarize,
    maxSteps = DEFAULT_STEPS,
    maxModelCalls = Infinity,
  }) {
    const hasTools = tools.length > 0
    const answerCalls = answer && hasTools ? 1 : 0
    // Summarizing is an additional call, which may happen just before the limit is reached.
    const limitedCalls = Math.min(maxSteps, maxModelCalls) + (summarize ? 1 : 0)
    const max = hasTools || summarize ? limitedCalls : Math.min(limitedCalls, answer ? 2 : 1)
    const min = Math.min(1 + answerCalls, max)
    return { min, typical: Math.min(min + (hasTools ? 1 : 0), max), max }
  },
  unapprovedTools: ({ tools = [], approvals = [] }) =>
    tools.filter((tool) => !approvals.includes(tool)),
  failureCode: 'BAD_RESPONSE',
})

const countLimits = ({ maxModelCalls, maxToolCalls, maxTotalTokens, maxSteps }: AgentNode) =>
  [maxModelCalls, maxToolCalls, maxTotalTokens, maxSteps].filter((cap) => cap !== undefined).length
