import { graph, modelNode, demoModel } from '../testing/documents.ts'
import {
  agent,
  singleNode,
  answer,
  approval,
  CALL,
  messages,
  prompt,
  sum,
  text,
  topic,
} from './case-parts.ts'
import type { FeatureCase } from './case-parts.ts'

/** A conversation with a system prompt whose calculator calls need approval. */
const approvedConversation = (
  script: string,
  ...answers: ReturnType<typeof approval>[]
): FeatureCase => ({
  document: graph({
    state: { messages },
    nodes: {
      it: agent('', {
        prompt: {
          messages: [
            { role: 'system', text: 'Be brief.' },
            { role: 'placeholder', channel: 'messages' },
          ],
        },
        approvals: ['calculator'],
      }),
    },
    edges: ['start > it', 'it > end'],
  }),
  input: { messages: [{ role: 'user', content: script }] },
  answers,
})

const approve = approval([{ type: 'approve' }], [{ type: 'approve' }])

export const agentCases: Record<string, FeatureCase> = {
  'a conversation in which a human approves a call': approvedConversation(
    `${CALL} [[reply: It is 42.]]`,
    approve,
  ),
  'a conversation in which a human approves two calls in turn': approvedConversation(
    `${CALL} ${CALL} [[reply: It is 42.]]`,
    approve,
    approve,
  ),
  'a conversation in which a human edits a call': approvedConversation(
    `${CALL} [[reply: It is 2.]]`,
    approval(
      [{ type: 'edit', args: { expression: '1+1' } }],
      [{ type: 'edit', editedAction: { name: 'calculator', args: { expression: '1+1' } } }],
    ),
  ),
  'a conversation in which a human rejects a call': approvedConversation(
    `${CALL} [[reply: Then not.]]`,
    approval(
      [{ type: 'reject', reason: 'too dear' }],
      [{ type: 'reject', message: 'A human refused this call: too dear' }],
    ),
  ),
  'pictures beside the text of a prompt': {
    document: singleNode({
      kind: 'model',
      model: demoModel(),
      prompt: {
        messages: [
          {
            role: 'user',
            text: '{{topic}}?',
            images: ['data:image/png;base64,{{topic}}', '{{text}}'],
            detail: 'low',
          },
        ],
      },
      output: { text: 'text' },
    }),
    input: { topic: 'AA==' },
  },
  'an answer that fits its schema the second time': {
    document: singleNode(
      modelNode('[[reply: no idea]] [[json: {"sum":3}]] {{topic}}', {
        answer: sum,
        output: {},
      }),
      { topic, text, answer },
    ),
    input: { topic: 'T' },
  },
  'an agent with tools and a structured answer': {
    document: singleNode(
      agent(`${CALL} [[reply: It is 42.]] [[json: {"sum":42,"note":"done"}]] {{topic}}`, {
        answer: sum,
      }),
      { topic, text, answer },
    ),
    input: { topic: 'T' },
  },
  'an agent whose tool fails, and which then talks': {
    document: singleNode(
      agent('[[call: calculator {"expression":"1/0"}]] [[reply: Not possible.]] {{topic}}'),
      { topic, messages },
    ),
    input: { topic: 'T' },
  },
  'an agent over its limit of tool calls': {
    document: singleNode(
      agent(`${CALL} ${CALL} [[reply: Enough.]] {{topic}}`, {
        maxToolCalls: 1,
        maxTotalTokens: 100_000,
      }),
      { topic, messages },
    ),
    input: { topic: 'T' },
  },
  'an agent whose call a human approves': {
    document: singleNode(
      agent(`${CALL} [[reply: It is 42.]] {{topic}}`, { approvals: ['calculator'] }),
      { topic, messages },
    ),
    input: { topic: 'T' },
    answers: [approval([{ type: 'approve' }], [{ type: 'approve' }])],
  },
  'an agent whose call a human changes': {
    document: singleNode(
      agent(`${CALL} [[reply: It is 2.]] {{topic}}`, { approvals: ['calculator'] }),
      {
        topic,
        messages,
      },
    ),
    input: { topic: 'T' },
    answers: [
      approval(
        [{ type: 'edit', args: { expression: '1+1' } }],
        [{ type: 'edit', editedAction: { name: 'calculator', args: { expression: '1+1' } } }],
      ),
    ],
  },
  'an agent whose call a human refuses': {
    document: singleNode(
      agent(`${CALL} [[reply: Then not.]] {{topic}}`, { approvals: ['calculator'] }),
      { topic, messages },
    ),
    input: { topic: 'T' },
    answers: [
      approval(
        [{ type: 'reject', reason: 'too dear' }],
        [{ type: 'reject', message: 'A human refused this call: too dear' }],
      ),
    ],
  },
  'a model and a step for its tool calls': {
    document: graph({
      state: { topic, messages },
      input: ['topic'],
      nodes: {
        think: {
          kind: 'model',
          model: demoModel(),
          prompt: prompt(`${CALL} {{topic}}`),
          tools: ['calculator'],
          toolChoice: 'required',
        },
        act: { kind: 'tools', channel: 'messages' },
      },
      edges: ['start > think', 'think > act', 'act > end'],
    }),
    input: { topic: 'T' },
  },
}
