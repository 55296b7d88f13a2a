import { LAST_MESSAGE, template } from './template.ts'

const model = { connection: 'demo', name: 'demo-1', temperature: 0 }

export const triageTemplate = template({
  slug: 'triage',
  name: 'Support triage with approval',
  description:
    'Classifies a ticket, looks up the policy if needed, drafts a reply and waits for approval before sending it.',
  concepts: [
    'a branch by rules',
    'a tool as a plain step',
    'asking a human',
    'a loop back with feedback',
  ],
  example: {
    messages: [
      {
        role: 'user',
        content:
          'Hi, my order 48213 arrived with a cracked lamp. I would like my money back, please. It was 79.90 euros. Anna Berg',
      },
    ],
  },
  document: {
    format: 1,
    state: {
      messages: { type: 'messages', description: 'The conversation with the customer' },
      ticket: { type: 'string', default: '', description: 'The message of the customer' },
      category: {
        type: 'string',
        enum: ['refund', 'shipping', 'question', 'other'],
        default: 'other',
      },
      urgency: { type: 'string', enum: ['low', 'normal', 'high'], default: 'normal' },
      summary: { type: 'string', default: '' },
      policy: { type: 'string', default: '' },
      answer: { type: 'string', default: '' },
      feedback: { type: 'string', default: '' },
      outcome: { type: 'string', default: '' },
    },
    input: ['messages'],
    output: ['messages', 'answer', 'outcome'],
    nodes: {
      read: {
        kind: 'set',
        title: 'Read the message',
        description: 'The ticket is the text of the last message.',
        values: {
          ticket: { expression: LAST_MESSAGE },
          policy: { value: '' },
          answer: { value: '' },
          feedback: { value: '' },
        },
      },
      classify: {
        kind: 'model',
        title: 'Classify',
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You sort support tickets: category, urgency, and a summary of one sentence. Money back is a refund; where a parcel is, is shipping.',
            },
            { role: 'user', text: 'Ticket:\n{{ticket}}' },
          ],
        },
        answer: {
          name: 'triage',
          schema: {
            type: 'object',
            properties: {
              category: { type: 'string', enum: ['refund', 'shipping', 'question', 'other'] },
              urgency: { type: 'string', enum: ['low', 'normal', 'high'] },
              summary: { type: 'string', description: 'One sentence' },
            },
            required: ['category', 'urgency', 'summary'],
            additionalProperties: false,
          },
          writes: { category: 'category', urgency: 'urgency', summary: 'summary' },
        },
      },
      route: {
        kind: 'branch',
        title: 'Needs a policy?',
        decide: {
          by: 'rules',
          rules: [{ port: 'policy', when: "['refund', 'shipping'].includes(category)" }],
        },
        else: 'none',
      },
      look_up: {
        kind: 'tool',
        title: 'Look up the policy',
        tool: 'knowledge_lookup',
        args: { query: { template: 'shop policy {{category}}: {{summary}}' } },
        writes: 'policy',
      },
      draft: {
        kind: 'model',
        title: 'Draft a reply',
        timeoutMs: 60_000,
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'You answer customers for a shop: friendly, in at most four sentences, and only what the policy allows. Sign as "The support team".',
            },
            {
              role: 'user',
              text: 'Write a reply to this customer.\n\nTicket:\n{{ticket}}\n{{#policy}}\n\nPolicy notes:\n{{policy}}\n{{/policy}}{{#feedback}}\n\nPrevious draft:\n{{answer}}\n\nFeedback:\n{{feedback}}\n{{/feedback}}',
            },
          ],
        },
        output: { text: 'answer' },
      },
      approve: {
        kind: 'ask',
        title: 'Approve the reply',
        message: '**{{category}}**, urgency {{urgency}}: {{summary}}\n\nThe reply:\n\n{{answer}}',
        form: {
          type: 'object',
          properties: {
            feedback: {
              type: 'string',
              title: 'Feedback',
              description: 'What to change; only read when you ask for another draft',
            },
          },
        },
        decisions: [
          { port: 'send', label: 'Send it' },
          { port: 'revise', label: 'Another draft' },
          { port: 'discard', label: 'Discard' },
        ],
        writes: { feedback: 'values.feedback' },
      },
      sent: {
        kind: 'set',
        title: 'Mark as sent',
        values: {
          outcome: { template: 'sent, category {{category}}' },
          messages: { expression: "({ role: 'assistant', content: answer })" },
        },
      },
      discarded: {
        kind: 'set',
        title: 'Mark as discarded',
        values: {
          outcome: { value: 'discarded' },
          messages: {
            expression: "({ role: 'assistant', content: 'The reply was discarded.' })",
          },
        },
      },
    },
    edges: [
      { from: 'start', to: 'read' },
      { from: 'read', to: 'classify' },
      { from: 'classify', to: 'route' },
      { from: 'route', when: 'policy', to: 'look_up' },
      { from: 'route', when: 'none', to: 'draft' },
      { from: 'look_up', to: 'draft' },
      { from: 'draft', to: 'approve' },
      { from: 'approve', when: 'send', to: 'sent' },
      { from: 'approve', when: 'revise', to: 'draft' },
      { from: 'approve', when: 'discard', to: 'discarded' },
      { from: 'sent', to: 'end' },
      { from: 'discarded', to: 'end' },
    ],
    layout: {
      start: [0, 60],
      read: [220, 60],
      classify: [450, 60],
      route: [700, 60],
      look_up: [970, 0],
      draft: [1230, 60],
      approve: [700, 250],
      sent: [1010, 310],
      discarded: [1010, 420],
      end: [1270, 365],
    },
  },
})
