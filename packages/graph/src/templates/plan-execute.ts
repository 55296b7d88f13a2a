import { template } from './template.ts'

const model = { connection: 'demo', name: 'demo-1', temperature: 0 }

export const planExecuteTemplate = template({
  slug: 'plan-execute',
  name: 'Plan, execute, reflect',
  description:
    'Plans a goal in steps, executes one step at a time with tools, reviews the plan after each step, and adds missing steps.',
  concepts: [
    'a plan as a list in the state',
    'a step chosen without a model',
    'reflection that may extend the plan',
    'a loop with two exits',
  ],
  example: { goal: 'How does LangGraph resume a run after a crash?' },
  document: {
    format: 1,
    state: {
      goal: { type: 'string', description: 'What to find out' },
      plan: {
        type: 'array',
        items: { type: 'string' },
        reducer: 'append',
        default: [],
        description: 'Steps of the plan; reflection appends to them',
      },
      step: { type: 'string', default: '' },
      results: {
        type: 'array',
        items: { type: 'string' },
        reducer: 'append',
        default: [],
        description: 'One entry per completed step',
      },
      reflection: { type: 'string', default: '' },
      verdict: { type: 'string', enum: ['continue', 'finish'], default: 'continue' },
      answer: { type: 'string', default: '' },
    },
    input: ['goal'],
    output: ['answer', 'plan', 'reflection'],
    nodes: {
      plan: {
        kind: 'model',
        title: 'Plan',
        description: 'Splits the goal into steps.',
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You plan. Split the goal into two steps that can be looked up or calculated one after the other; each step is one sentence that can be understood alone.',
            },
            { role: 'user', text: 'Goal: {{goal}}' },
          ],
        },
        answer: {
          name: 'plan',
          schema: {
            type: 'object',
            properties: {
              steps: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 4 },
            },
            required: ['steps'],
            additionalProperties: false,
          },
          writes: { plan: 'steps' },
        },
      },
      pick: {
        kind: 'set',
        title: 'Next step',
        description: 'The first step without a result.',
        values: { step: { expression: "plan[results.length] ?? ''" } },
      },
      execute: {
        kind: 'agent',
        title: 'Execute',
        description: 'Works on one step.',
        timeoutMs: 60_000,
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Work on this one step. Look facts up and calculate with your tools, then give the result in two sentences.',
            },
            { role: 'user', text: '{{step}}' },
          ],
        },
        tools: ['knowledge_lookup', 'calculator'],
        maxModelCalls: 4,
        output: { text: 'results' },
      },
      reflect: {
        kind: 'model',
        title: 'Reflect',
        description: 'Compares the results with the goal.',
        timeoutMs: 60_000,
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You reflect on a plan. Compare the results with the goal: say in one sentence what holds and what is missing, name steps to add (usually none), and decide: "continue" while a step has no result or is to be added, "finish" when the goal is met.',
            },
            {
              role: 'user',
              text: 'Goal: {{goal}}\n\nPlan:\n{{#plan}}\n- {{.}}\n{{/plan}}\n\nResults:\n{{#results}}\n- {{.}}\n{{/results}}',
            },
          ],
        },
        answer: {
          name: 'reflection',
          schema: {
            type: 'object',
            properties: {
              reflection: { type: 'string', description: 'Confirmed findings and gaps' },
              steps: {
                type: 'array',
                items: { type: 'string' },
                maxItems: 2,
                description: 'Steps to add to the plan',
              },
              verdict: { type: 'string', enum: ['continue', 'finish'] },
            },
            required: ['reflection', 'steps', 'verdict'],
            additionalProperties: false,
          },
          writes: { reflection: 'reflection', plan: 'steps', verdict: 'verdict' },
        },
      },
      judge: {
        kind: 'branch',
        title: 'Continue?',
        decide: {
          by: 'rules',
          rules: [{ port: 'next', when: "verdict === 'continue' && results.length < plan.length" }],
        },
        else: 'done',
      },
      answer: {
        kind: 'model',
        title: 'Answer',
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Write the answer to the goal from the results alone, in one or two short paragraphs.',
            },
            {
              role: 'user',
              text: 'Goal: {{goal}}\n\nResults:\n{{#results}}\n- {{.}}\n{{/results}}',
            },
          ],
        },
        output: { text: 'answer' },
      },
    },
    edges: [
      { from: 'start', to: 'plan' },
      { from: 'plan', to: 'pick' },
      { from: 'pick', to: 'execute' },
      { from: 'execute', to: 'reflect' },
      { from: 'reflect', to: 'judge' },
      { from: 'judge', when: 'next', to: 'pick', max: 5 },
      { from: 'judge', when: 'done', to: 'answer' },
      { from: 'answer', to: 'end' },
    ],
    layout: {
      start: [0, 0],
      plan: [230, 0],
      pick: [500, 0],
      execute: [770, 0],
      judge: [500, 180],
      reflect: [770, 180],
      answer: [770, 360],
      end: [1040, 360],
    },
    notes: [
      {
        text: 'No model is needed to know what is next: the first step without a result. Plain expressions are quick, free and always right.',
        at: [500, -150],
      },
      {
        text: 'Reflection may add steps, because the plan appends. It ends the loop by its verdict or when no step is left, and the limit on the edge ends it in any case.',
        at: [1040, 140],
      },
    ],
  },
})
