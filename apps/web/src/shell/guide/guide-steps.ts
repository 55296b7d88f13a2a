import type { StepId } from './guide-facts.ts'

type GuideStep = { id: StepId; title: string; hint: string; action: string }

export const GUIDE_STEPS: readonly GuideStep[] = [
  {
    id: 'agent',
    title: 'Make an agent of your own',
    hint: 'A copy of the assistant: a model that calls tools until it has the answer. It needs no key, for Lathe brings a model to practise with.',
    action: 'Make my agent',
  },
  {
    id: 'prompt',
    title: 'Change its prompt',
    hint: 'Say in a sentence what it is for. It is saved as you type.',
    action: 'Open its prompt',
  },
  {
    id: 'run',
    title: 'Run it',
    hint: 'Say something to it under Run, and watch its node light up.',
    action: 'Open the console',
  },
  {
    id: 'trace',
    title: 'Open the trace',
    hint: 'Every step with what went in and came out, its tokens, cost and time.',
    action: 'Open the trace',
  },
  {
    id: 'provider',
    title: 'Connect a provider',
    hint: 'OpenAI, or whatever speaks its API. Then choose one of its models in the node.',
    action: 'Add a connection',
  },
]
