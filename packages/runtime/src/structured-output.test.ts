import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { choose, parseAnswer, withStructuredOutput } from './structured-output.ts'
import { scriptedModel } from './testing/scripted-model.ts'

const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
const options = { node: 'add', name: 'sum', strict: false, schema }
const prompt = [new HumanMessage('1 + 2?')]

test('structured output requests the format and returns the parsed answer', async () => {
  const { model, requests } = scriptedModel('```json\n{"sum":3}\n```')

  const reply = await withStructuredOutput<{ sum: number }>(model, options).invoke(prompt)

  expect(reply).toMatchObject({ parsed: { sum: 3 }, messages: [reply.raw] })
  expect(requests[0]?.options).toEqual({
    response_format: { type: 'json_schema', json_schema: { name: 'sum', schema, strict: false } },
  })
})

test('structured output requests an answer that does not fit once more, with the reason', async () => {
  const { model, requests } = scriptedModel('{"sum":"three"}', '{"sum":3}')

  const { parsed, messages } = await withStructuredOutput(model, options).invoke(prompt)

  expect(parsed).toEqual({ sum: 3 })
  expect(messages).toHaveLength(2)
  expect(requests[1]?.messages.at(-1)?.text).toContain('#/sum')
})

test('structured output fails after a second answer that does not fit', async () => {
  const { model } = scriptedModel('no', 'still no')

  const failing = withStructuredOutput(model, options).invoke(prompt)

  await expect(failing).rejects.toMatchObject({ code: 'BAD_RESPONSE', node: 'add' })
})

test('a refusal is the reason of an invalid answer', () => {
  const message = new AIMessage({ content: '', additional_kwargs: { refusal: 'Not that' } })

  expect(parseAnswer(message, schema)).toEqual({
    ok: false,
    reason: 'the model refused: Not that',
  })
})

const choices = [{ port: 'left' as const, description: 'To the left' }]

test.each([
  ['a choice', '{"choice":"left"}', 'left'],
  ['an unknown choice', '{"choice":"up"}', 'right'],
  ['text', 'left', 'right'],
])('choose reads %s', async (_, reply, port) => {
  const { model, requests } = scriptedModel(reply)

  const chosen = await choose<'left' | 'right'>(
    model,
    [new SystemMessage('Choose.'), ...prompt],
    choices,
    'right',
  )

  expect(chosen).toBe(port)
  expect(requests[0]?.messages[0]?.text).toBe(
    'Choose.\n\nChoose what fits best:\n- left: To the left\n- right: none of these',
  )
})
