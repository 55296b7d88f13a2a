import { LAST_MESSAGE, template } from './template.ts'

const model = { connection: 'demo', name: 'demo-1', temperature: 0 }

export const supervisorTemplate = template({
  slug: 'supervisor',
  name: 'Supervisor with handoffs',
  description:
    'A supervisor reads the request, hands one task at a time to the right specialist, and finishes when all tasks are done.',
  concepts: [
    'handoffs as plain data',
    'specialists with tools of their own',
    'a loop with a limit',
    'an answer based only on findings',
  ],
  example: {
    messages: [
      {
        role: 'user',
        content:
          'What does a checkpoint in LangGraph hold, what happens at an interrupt, and how much is 24 * 60 / 15?',
      },
    ],
  },
  document: {
    format: 1,
    state: {
      messages: { type: 'messages', description: 'The conversation' },
      request: { type: 'string', default: '', description: 'One or more questions' },
      next: {
        type: 'string',
        enum: ['researcher', 'analyst', 'finish'],
        default: 'finish',
        description: 'The next worker',
      },
      task: { type: 'string', default: '', description: 'The current task' },
      findings: {
        type: 'array',
        items: { type: 'string' },
        reducer: 'append',
        default: [],
        description: 'One entry per handoff: all the information the supervisor has about it',
      },
      answer: { type: 'string', default: '' },
    },
    input: ['messages'],
    output: ['messages', 'answer'],
    nodes: {
      read: {
        kind: 'set',
        title: 'Read the message',
        description: 'The request is the text of the last message.',
        values: { request: { expression: LAST_MESSAGE } },
      },
      supervisor: {
        kind: 'model',
        title: 'Supervisor',
        description: 'Chooses the next worker and its task.',
        timeoutMs: 60_000,
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You supervise two specialists and hand one task at a time over to one of them.\nresearcher: looks facts up in the knowledge base.\nanalyst: calculates numbers and knows the time.\nFor each part of the request that no finding covers yet, name the specialist and the task. When every part has a finding, choose finish.',
            },
            {
              role: 'user',
              text: 'Request: {{request}}\n\nFindings so far:\n{{#findings}}\n- {{.}}\n{{/findings}}',
            },
          ],
        },
        answer: {
          name: 'handoff',
          schema: {
            type: 'object',
            properties: {
              next: { type: 'string', enum: ['researcher', 'analyst', 'finish'] },
              task: { type: 'string', description: 'The task in one sentence; empty at the end' },
            },
            required: ['next', 'task'],
            additionalProperties: false,
          },
          writes: { next: 'next', task: 'task' },
        },
      },
      handoff: {
        kind: 'branch',
        title: 'Hand over',
        decide: {
          by: 'rules',
          rules: [
            { port: 'research', when: "next === 'researcher'" },
            { port: 'analyse', when: "next === 'analyst'" },
          ],
        },
        else: 'finish',
      },
      researcher: {
        kind: 'agent',
        title: 'Researcher',
        description: 'Looks up facts.',
        timeoutMs: 60_000,
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Look the task up with your tool, then answer it in two sentences from what you found.',
            },
            { role: 'user', text: '{{task}}' },
          ],
        },
        tools: ['knowledge_lookup'],
        maxModelCalls: 4,
        output: { text: 'findings' },
      },
      analyst: {
        kind: 'agent',
        title: 'Analyst',
        description: 'Calculates.',
        timeoutMs: 60_000,
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Solve the task with your tools, then say the result in one sentence.',
            },
            { role: 'user', text: '{{task}}' },
          ],
        },
        tools: ['calculator', 'current_time'],
        maxModelCalls: 4,
        output: { text: 'findings' },
      },
      answer: {
        kind: 'model',
        title: 'Answer',
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Write the answer to the request from the findings alone, in one or two short paragraphs. Keep every finding.',
            },
            {
              role: 'user',
              text: 'Request: {{request}}\n\nFindings:\n{{#findings}}\n- {{.}}\n{{/findings}}',
            },
          ],
        },
        output: { text: 'answer', message: 'messages' },
      },
    },
    edges: [
      { from: 'start', to: 'read' },
      { from: 'read', to: 'supervisor' },
      { from: 'supervisor', to: 'handoff' },
      { from: 'handoff', when: 'research', to: 'researcher', max: 4 },
      { from: 'handoff', when: 'analyse', to: 'analyst', max: 4 },
      { from: 'handoff', when: 'finish', to: 'answer' },
      { from: 'researcher', to: 'supervisor' },
      { from: 'analyst', to: 'supervisor' },
      { from: 'answer', to: 'end' },
    ],
    layout: {
      start: [0, 180],
      read: [220, 180],
      supervisor: [460, 180],
      handoff: [730, 180],
      researcher: [1090, 20],
      analyst: [1090, 180],
      answer: [1090, 340],
      end: [1360, 340],
    },
    notes: [
      {
        text: 'The handoff is two channels: who is next, and the task. A trace shows both, and a rule can be tested without a model.',
        at: [460, 330],
      },
      {
        text: 'Specialists see their task and nothing else. What they find joins in the findings, which the supervisor reads before it decides again.',
        at: [1390, 20],
      },
      {
        text: 'Each handoff is limited on its edge. Once it is used up, the branch goes on by its else, and the request is answered with what there is.',
        at: [730, 400],
      },
    ],
  },
})
