import { expect, test } from 'vitest'
import { answerChat, answerText } from '../../testing/answer.ts'
import { TOOLS } from '../../testing/tools.ts'

const QUESTION = 'What is a checkpoint?'

test.each([
  [
    'You are a friendly expert.',
    /^A checkpoint is .*\. A run .* resumes from its last checkpoint\.$/,
  ],
  ['Answer in one sentence.', /^A checkpoint is [^.]*\.$/],
  ['You are a pirate.', /^Arr, matey! A checkpoint is /],
])('answers a question of the template under the prompt "%s"', (system, answer) => {
  expect(answerText(QUESTION, system)).toMatch(answer)
})

test.each(['How do I thread a needle?', 'What is a checkpoint inhibitor?'])(
  'matches no directive in "%s"',
  (question) => {
    expect(answerText(question)).toContain('no script')
  },
)

test('leaves a question of an agent with tools to its tools', () => {
  const { toolCalls } = answerChat({
    messages: [{ role: 'user', content: QUESTION }],
    tools: TOOLS,
  })

  expect(toolCalls.map(({ name }) => name)).toEqual(['knowledge_lookup'])
})
