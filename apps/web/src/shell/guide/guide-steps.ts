import type { StepId } from './guide-facts.ts'

type GuideStep = { id: StepId; title: string; hint: string; action: string }

export const GUIDE_STEPS: readonly GuideStep[] = [
  {
    id: 'agent',
    title: 'Create your agent',
    hint: 'A copy of the assistant: a model that calls tools until it has the answer. The built-in demo model needs no key.',
    action: 'Create agent',
  },
  {
    id: 'prompt',
    title: 'Change its prompt',
    hint: 'Describe in a sentence what it is for. Changes are saved as you type.',
    action: 'Open prompt',
  },
  {
    id: 'run',
    title: 'Run it',
    hint: 'Send it a message under Run, and watch its nodes light up.',
    action: 'Open the console',
  },
  {
    id: 'trace',
    title: 'Open the trace',
    hint: 'Every span with its input, output, tokens, cost and time.',
    action: 'Open the trace',
  },
  {
    id: 'provider',
    title: 'Connect a provider',
    hint: 'OpenAI or a compatible API. Then choose one of its models in the node.',
    action: 'Add connection',
  },
]
